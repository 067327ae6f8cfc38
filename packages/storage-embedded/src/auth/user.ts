import { randomBytes } from 'node:crypto';
import type { Codec } from '../documents/durable-map.ts';
import type { TextSealer } from './sealed-text.ts';

export interface User {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly enabled: boolean;
  /** Names of policies. */
  readonly policies: readonly string[];
  /** Milliseconds since the epoch; absent if created before this was recorded. */
  readonly createdAt?: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  /**
   * Changes with everything that ends the user's sessions: a new secret, disabling the account,
   * reusing the name for a new user.
   */
  readonly generation: string;
}

/** The modifiable properties of a user. */
export interface UserChange {
  readonly secretKey?: string;
  readonly enabled?: boolean;
  readonly policies?: readonly string[];
}

/** Stores users as documents, with their secrets sealed. */
export function userCodec(sealer: TextSealer): Codec<User> {
  return {
    encode: ({ accessKey, secretKey, ...rest }) =>
      JSON.stringify({ ...rest, secret: sealer.seal(secretKey, accessKey) }),
    decode: (text, name) => {
      const { secret, ...rest } = JSON.parse(text);
      return { ...rest, accessKey: name, secretKey: sealer.open(secret, name) };
    },
  };
}

export function newUser(accessKey: string): User {
  const generation = newGeneration();
  const createdAt = Date.now();
  const times = { createdAt, updatedAt: createdAt };
  return { accessKey, secretKey: '', enabled: true, policies: [], ...times, generation };
}

export function changedUser(current: User, change: UserChange): User {
  const next = { ...current, ...change, updatedAt: Date.now() };
  const ends = next.secretKey !== current.secretKey || (current.enabled && !next.enabled);
  return ends ? { ...next, generation: newGeneration() } : next;
}

function newGeneration(): string {
  return randomBytes(9).toString('base64url');
}
