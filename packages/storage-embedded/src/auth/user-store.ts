import { randomBytes } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine } from '../engine/types.ts';
import type { TextSealer } from './sealed-text.ts';

export interface User {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly enabled: boolean;
  /** Names of policies. */
  readonly policies: readonly string[];
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  /**
   * Changes with everything that ends the user's sessions: another secret, a
   * disabled account, a new user under an old name.
   */
  readonly generation: string;
}

/** What may change about a user. */
export interface UserChange {
  readonly secretKey?: string;
  readonly enabled?: boolean;
  readonly policies?: readonly string[];
}

type Documents = Pick<Engine, 'listDocuments' | 'putDocument'>;

const KIND = 'user';

/** The users, in memory for every request, with their secrets sealed in the engine. */
export class UserStore {
  readonly #engine: Documents;
  readonly #sealer: TextSealer;
  #users = new Map<string, User>();
  #changes: Promise<unknown> = Promise.resolve();

  constructor(engine: Documents, sealer: TextSealer) {
    this.#engine = engine;
    this.#sealer = sealer;
    this.reload();
  }

  /** Reads everything again from the engine. */
  reload(): void {
    const users = new Map<string, User>();
    for (const { name, value } of this.#engine.listDocuments(KIND)) {
      const { secret, ...user } = JSON.parse(value);
      users.set(name, { ...user, accessKey: name, secretKey: this.#sealer.open(secret, name) });
    }
    this.#users = users;
  }

  get(accessKey: string): User | undefined {
    return this.#users.get(accessKey);
  }

  list(): Iterable<User> {
    return this.#users.values();
  }

  /** Makes a user, or replaces secret and status of an existing one and keeps its policies. */
  save(accessKey: string, user: { secretKey: string; enabled: boolean }): Promise<void> {
    return this.#inTurn(() => {
      const current = this.#users.get(accessKey);
      return this.#store(changed(current ?? newUser(accessKey), user));
    });
  }

  /**
   * @param change of the user as it is when earlier changes are done
   * @throws S3Error XMinioAdminNoSuchUser
   */
  update(accessKey: string, change: (current: User) => UserChange): Promise<void> {
    return this.#inTurn(() => {
      const current = this.#require(accessKey);
      return this.#store(changed(current, change(current)));
    });
  }

  /** @throws S3Error XMinioAdminNoSuchUser */
  remove(accessKey: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#require(accessKey);
      await this.#engine.putDocument(KIND, accessKey, null);
      this.#users.delete(accessKey);
    });
  }

  #require(accessKey: string): User {
    const user = this.#users.get(accessKey);
    if (user === undefined) {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    return user;
  }

  async #store(user: User): Promise<void> {
    const { accessKey, secretKey, ...rest } = user;
    const secret = this.#sealer.seal(secretKey, accessKey);
    await this.#engine.putDocument(KIND, accessKey, JSON.stringify({ ...rest, secret }));
    this.#users.set(accessKey, user);
  }

  /** One change after the other, so that none works on a state that is passing. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const result = this.#changes.then(change);
    this.#changes = result.catch(() => undefined);
    return result;
  }
}

function newUser(accessKey: string): User {
  const generation = newGeneration();
  return { accessKey, secretKey: '', enabled: true, policies: [], updatedAt: 0, generation };
}

function changed(current: User, change: UserChange): User {
  const next = { ...current, ...change, updatedAt: Date.now() };
  const ends = next.secretKey !== current.secretKey || (current.enabled && !next.enabled);
  return ends ? { ...next, generation: newGeneration() } : next;
}

function newGeneration(): string {
  return randomBytes(9).toString('base64url');
}
