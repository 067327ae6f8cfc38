import { type PolicyDocument, parsePolicy } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Codec } from '../documents/durable-map.ts';
import type { Parentage } from './external-identity.ts';
import type { TextSealer } from './sealed-text.ts';

const MAX_BOUNDS = 8;

/** A pair of keys that somebody made for a program: it may what its parent may, or less. */
export interface ServiceAccount extends Parentage {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly enabled: boolean;
  readonly name: string;
  readonly description: string;
  /** Milliseconds since the epoch; absent when it never ends. */
  readonly expiresAt?: number;
  /** Narrows what the parent may do. */
  readonly policy?: PolicyDocument;
  /** Narrow it further: what the key was bound by that made this one. */
  readonly inherited?: readonly PolicyDocument[];
  /** Milliseconds since the epoch; absent of those made before it was written down. */
  readonly createdAt?: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** All that an account is bound by. */
export function boundsOf({ policy, inherited = [] }: ServiceAccount): readonly PolicyDocument[] {
  return policy === undefined ? inherited : [policy, ...inherited];
}

/**
 * How an account is bound that somebody makes: by the policy that is asked for, and by all that
 * binds its maker.
 *
 * @throws S3Error XMinioIAMServiceAccountNotAllowed where keys of keys were narrowed too often
 */
export function bindNew(
  asked: PolicyDocument | undefined,
  bounds: readonly PolicyDocument[],
): Pick<ServiceAccount, 'policy' | 'inherited'> {
  const all = asked === undefined ? bounds : [asked, ...bounds];
  if (all.length > MAX_BOUNDS) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed', 'Too many policies bind this key.');
  }
  const [policy, ...inherited] = all;
  return {
    ...(policy === undefined ? {} : { policy }),
    ...(inherited.length === 0 ? {} : { inherited }),
  };
}

/** Service accounts as documents, with their secrets sealed. */
export function serviceAccountCodec(sealer: TextSealer): Codec<ServiceAccount> {
  return {
    encode: ({ accessKey, secretKey, ...rest }) =>
      JSON.stringify({ ...rest, secret: sealer.seal(secretKey, accessKey) }),
    decode: (text, name) => {
      const { secret, policy, inherited, ...rest } = JSON.parse(text);
      return {
        ...rest,
        accessKey: name,
        secretKey: sealer.open(secret, name),
        ...(policy === undefined ? {} : { policy: readPolicy(policy) }),
        ...(inherited === undefined ? {} : { inherited: inherited.map(readPolicy) }),
      };
    },
  };
}

function readPolicy(value: unknown): PolicyDocument {
  return parsePolicy(JSON.stringify(value));
}
