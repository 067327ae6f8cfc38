import type { PolicyDocument } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine } from '../engine/types.ts';
import { DurableMap } from './durable-map.ts';
import { type Group, GroupStore } from './group-store.ts';
import type { MasterKey } from './master-key.ts';
import { PolicyStore, type StoredPolicy } from './policy-store.ts';
import { TextSealer } from './sealed-text.ts';
import { type User, userCodec } from './user.ts';

type Documents = Pick<Engine, 'listDocuments' | 'putDocument'>;

/** Everybody who may sign requests, and what they were given. */
export class Identities {
  readonly users: DurableMap<User>;
  readonly groups: GroupStore;
  readonly policies: PolicyStore;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(engine: Documents, masterKey: MasterKey) {
    const sealer = new TextSealer(masterKey.derive('user-secrets'));
    this.users = new DurableMap(engine, 'user', userCodec(sealer));
    this.groups = new GroupStore(engine);
    this.policies = new PolicyStore(engine);
  }

  /** Reads everything again from the engine. */
  reload(): void {
    this.users.reload();
    this.groups.reload();
    this.policies.reload();
  }

  /**
   * Runs one change after the other, so that each checks and changes a state that
   * nothing else is changing. What waits for a client does not belong in here.
   */
  inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#changes.then(change);
    this.#changes = result.catch(() => undefined);
    return result;
  }

  /** @throws S3Error XMinioAdminNoSuchUser */
  requireUser(accessKey: string): User {
    const user = this.users.get(accessKey);
    if (user === undefined) {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    return user;
  }

  /** @throws S3Error XMinioAdminNoSuchGroup */
  requireGroup(name: string): Group {
    const group = this.groups.get(name);
    if (group === undefined) {
      throw new S3Error('XMinioAdminNoSuchGroup');
    }
    return group;
  }

  /** @throws S3Error XMinioAdminNoSuchPolicy */
  requirePolicy(name: string): StoredPolicy {
    const policy = this.policies.get(name);
    if (policy === undefined) {
      throw new S3Error('XMinioAdminNoSuchPolicy');
    }
    return policy;
  }

  /** A user's own policies and those of the enabled groups it is in. */
  policiesOf(user: User): readonly PolicyDocument[] {
    const names = new Set(user.policies);
    for (const group of this.groups.of(user.accessKey)) {
      for (const name of group.enabled ? group.policies : []) {
        names.add(name);
      }
    }
    const documents: PolicyDocument[] = [];
    for (const name of names) {
      const policy = this.policies.get(name);
      if (policy !== undefined) {
        documents.push(policy.document);
      }
    }
    return documents;
  }

  /** Removes a user and its memberships; to be called in turn. */
  async removeUser(accessKey: string): Promise<void> {
    for (const group of this.groups.of(accessKey)) {
      const members = group.members.filter((member) => member !== accessKey);
      await this.groups.put({ ...group, members });
    }
    await this.users.remove(accessKey);
  }
}
