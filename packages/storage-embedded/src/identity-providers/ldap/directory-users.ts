import type { DirectoryUser } from '@stowage/directory/directory';
import { type Codec, type Documents, DurableMap } from '../../documents/durable-map.ts';

/** The last known state of a directory user who has logged in. */
export interface KnownUser extends DirectoryUser {
  /** The user has left the directory. */
  readonly gone?: boolean;
}

/** Policies of a directory user or group. */
interface Mapping {
  /** Names of policies. */
  readonly policies: readonly string[];
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

const USERS: Codec<KnownUser> = {
  encode: ({ dn: _, ...rest }) => JSON.stringify(rest),
  decode: (text, dn) => ({ ...JSON.parse(text), dn }),
};

const MAPPINGS: Codec<Mapping> = {
  encode: (mapping) => JSON.stringify(mapping),
  decode: (text) => JSON.parse(text),
};

export type EntityKind = 'user' | 'group';

/**
 * Last known state of directory users, and the policies of directory users and groups, by
 * normalised DN.
 */
export class DirectoryUsers {
  readonly known: DurableMap<KnownUser>;
  readonly #mappings: Readonly<Record<EntityKind, DurableMap<Mapping>>>;

  constructor(engine: Documents) {
    this.known = new DurableMap(engine, 'ldap-user', USERS);
    this.#mappings = {
      user: new DurableMap(engine, 'ldap-user-policy', MAPPINGS),
      group: new DurableMap(engine, 'ldap-group-policy', MAPPINGS),
    };
  }

  reload(): void {
    this.known.reload();
    this.#mappings.user.reload();
    this.#mappings.group.reload();
  }

  /** Returns the names of the policies attached directly to an entity. */
  policiesOf(kind: EntityKind, dn: string): readonly string[] {
    return this.#mappings[kind].get(dn)?.policies ?? [];
  }

  /** Returns all entities of a kind that have policies. */
  mappings(kind: EntityKind): readonly (readonly [dn: string, mapping: Mapping])[] {
    return [...this.#mappings[kind].entries()];
  }

  /**
   * Returns the names of all policies that apply to a user: their own, and those of their groups.
   */
  policyNames({ dn, groups }: Pick<KnownUser, 'dn' | 'groups'>): ReadonlySet<string> {
    return new Set([
      ...this.policiesOf('user', dn),
      ...groups.flatMap((group) => this.policiesOf('group', group)),
    ]);
  }

  /** Whether an entity has a policy. */
  uses(policy: string): boolean {
    const all = [...this.#mappings.user.values(), ...this.#mappings.group.values()];
    return all.some(({ policies }) => policies.includes(policy));
  }

  async setPolicies(kind: EntityKind, dn: string, policies: readonly string[]): Promise<void> {
    const map = this.#mappings[kind];
    await (policies.length === 0
      ? map.remove(dn)
      : map.put(dn, { policies, updatedAt: Date.now() }));
  }

  /** Stores the state of a user if it has changed. */
  async see(user: KnownUser): Promise<void> {
    const former = this.known.get(user.dn);
    if (former === undefined || USERS.encode(former, user.dn) !== USERS.encode(user, user.dn)) {
      await this.known.put(user.dn, user);
    }
  }
}
