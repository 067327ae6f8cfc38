import { type PolicyDocument, parsePolicy } from '@stowage/domain/policy';
import type { Codec } from '../documents/durable-map.ts';
import type { TextSealer } from './sealed-text.ts';

/** A pair of keys that somebody made for a program: it may what its parent may, or less. */
export interface ServiceAccount {
  readonly accessKey: string;
  readonly secretKey: string;
  /** The access key of a user or of root. */
  readonly parent: string;
  readonly enabled: boolean;
  readonly name: string;
  readonly description: string;
  /** Milliseconds since the epoch; absent when it never ends. */
  readonly expiresAt?: number;
  /** Narrows what the parent may do. */
  readonly policy?: PolicyDocument;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Service accounts as documents, with their secrets sealed. */
export function serviceAccountCodec(sealer: TextSealer): Codec<ServiceAccount> {
  return {
    encode: ({ accessKey, secretKey, ...rest }) =>
      JSON.stringify({ ...rest, secret: sealer.seal(secretKey, accessKey) }),
    decode: (text, name) => {
      const { secret, policy, ...rest } = JSON.parse(text);
      return {
        ...rest,
        accessKey: name,
        secretKey: sealer.open(secret, name),
        ...(policy === undefined ? {} : { policy: parsePolicy(JSON.stringify(policy)) }),
      };
    },
  };
}
