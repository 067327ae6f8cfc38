import { type PolicyDocument, parsePolicy } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Codec } from '../documents/durable-map.ts';
import type { Parentage } from './external-identity.ts';
import type { TextSealer } from './sealed-text.ts';

const MAX_BOUNDS = 8;

/** A key pair for a program, with the permissions of its parent or fewer. */
export interface ServiceAccount extends Parentage {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly enabled: boolean;
  readonly name: string;
  readonly description: string;
  /** Milliseconds since the epoch; absent if it never expires. */
  readonly expiresAt?: number;
  /** Restricts the parent's permissions. */
  readonly policy?: PolicyDocument;
  /** Further restrictions: the bounds of the key that created this one. */
  readonly inherited?: readonly PolicyDocument[];
  /** Milliseconds since the epoch; absent if created before this was recorded. */
  readonly createdAt?: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Returns all policies that bound an account. */
export function boundsOf({ policy, inherited = [] }: ServiceAccount): readonly PolicyDocument[] {
  return policy === undefined ? inherited : [policy, ...inherited];
}

/**
 * Returns the bounds of a new account: the requested policy and everything that bounds its creator.
 *
 * @throws S3Error XMinioIAMServiceAccountNotAllowed if there would be too many, from keys that
 *    created keys
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

/** Stores service accounts as documents, with their secrets sealed. */
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
