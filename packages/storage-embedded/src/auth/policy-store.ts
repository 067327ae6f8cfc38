import { CANNED_POLICIES, isCannedPolicy } from '@stowage/domain/canned-policies';
import { type PolicyDocument, parsePolicy } from '@stowage/domain/policy';
import type { Engine } from '../engine/types.ts';

/** A named policy that can be attached to users. */
export interface StoredPolicy {
  readonly document: PolicyDocument;
  /** Milliseconds since the epoch; absent for unmodified built-in policies. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

type Documents = Pick<Engine, 'listDocuments' | 'putDocument'>;

const KIND = 'policy';

/** The named policies: MinIO's built-in ones and those created or changed by administrators. */
export class PolicyStore {
  readonly #engine: Documents;
  #policies = new Map<string, StoredPolicy>();

  constructor(engine: Documents) {
    this.#engine = engine;
    this.reload();
  }

  /** Reloads everything from the engine. */
  reload(): void {
    const policies = new Map<string, StoredPolicy>();
    for (const [name, document] of Object.entries(CANNED_POLICIES)) {
      policies.set(name, { document });
    }
    for (const { name, value } of this.#engine.listDocuments(KIND)) {
      const { policy, createdAt, updatedAt } = JSON.parse(value);
      policies.set(name, { document: parsePolicy(JSON.stringify(policy)), createdAt, updatedAt });
    }
    this.#policies = policies;
  }

  get(name: string): StoredPolicy | undefined {
    return this.#policies.get(name);
  }

  list(): ReadonlyMap<string, StoredPolicy> {
    return this.#policies;
  }

  async put(name: string, document: PolicyDocument): Promise<void> {
    const now = Date.now();
    const createdAt = this.#policies.get(name)?.createdAt ?? now;
    const value = JSON.stringify({ policy: document, createdAt, updatedAt: now });
    await this.#engine.putDocument(KIND, name, value);
    this.#policies.set(name, { document, createdAt, updatedAt: now });
  }

  /** Removes a policy; a built-in one reverts to its original content. */
  async remove(name: string): Promise<void> {
    await this.#engine.putDocument(KIND, name, null);
    if (isCannedPolicy(name)) {
      this.#policies.set(name, { document: CANNED_POLICIES[name] });
    } else {
      this.#policies.delete(name);
    }
  }
}
