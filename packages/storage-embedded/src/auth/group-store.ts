import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';

/** A group of users who share policies. */
export interface Group {
  readonly name: string;
  /** A disabled group grants its members nothing. */
  readonly enabled: boolean;
  /** Access keys of the members. */
  readonly members: readonly string[];
  /** Names of policies. */
  readonly policies: readonly string[];
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

const CODEC: Codec<Group> = {
  encode: ({ name: _, ...rest }) => JSON.stringify(rest),
  decode: (text, name) => ({ ...JSON.parse(text), name }),
};

/** The groups and their members. */
export class GroupStore {
  readonly #groups: DurableMap<Group>;
  #memberships = new Map<string, readonly Group[]>();

  constructor(engine: Documents) {
    this.#groups = new DurableMap(engine, 'group', CODEC);
    this.#index();
  }

  reload(): void {
    this.#groups.reload();
    this.#index();
  }

  get(name: string): Group | undefined {
    return this.#groups.get(name);
  }

  list(): Iterable<Group> {
    return this.#groups.values();
  }

  /** Returns the groups that a user is a member of, including disabled ones. */
  of(user: string): readonly Group[] {
    return this.#memberships.get(user) ?? [];
  }

  async put(group: Omit<Group, 'updatedAt'>): Promise<void> {
    await this.#groups.put(group.name, { ...group, updatedAt: Date.now() });
    this.#index();
  }

  async remove(name: string): Promise<void> {
    await this.#groups.remove(name);
    this.#index();
  }

  #index(): void {
    const memberships = new Map<string, Group[]>();
    for (const group of this.#groups.values()) {
      for (const member of group.members) {
        const groups = memberships.get(member);
        if (groups === undefined) {
          memberships.set(member, [group]);
        } else {
          groups.push(group);
        }
      }
    }
    this.#memberships = memberships;
  }
}
