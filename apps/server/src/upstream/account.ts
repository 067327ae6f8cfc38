import type { Capabilities } from '@stowage/domain/capabilities';
import { actionsWithout } from '@stowage/domain/capabilities';
import type { ConditionContext } from '@stowage/domain/policy';
import type { AdminClient, AccountBucket as CountedBucket } from '@stowage/storage-client/admin';
import { ALL_CAPABILITIES } from './capabilities/session-capabilities.ts';
import { type EffectivePolicy, readEffectivePolicy } from './effective-policy.ts';

/** A bucket of an account; without usage figures its size is unknown. */
export type AccountBucket = Omit<CountedBucket, 'size' | 'objects'> &
  Partial<Pick<CountedBucket, 'size' | 'objects'>>;

/** The caller's identity and permissions at the storage server. */
export interface Account {
  readonly name: string;
  readonly policy: EffectivePolicy;
  readonly buckets: readonly AccountBucket[];
  /** What the server supports in general. */
  readonly capabilities: Capabilities;
  /** Known properties of the caller's requests, for policy conditions. */
  readonly context: ConditionContext;
}

/** Asks a storage server with MinIO's Admin API who the caller is. */
export async function readAccount(
  admin: Pick<AdminClient, 'accountInfo'>,
  signal: AbortSignal,
): Promise<Account> {
  const { accountName, policy, buckets } = await admin.accountInfo({ signal });
  return {
    name: accountName,
    policy: readEffectivePolicy(policy),
    buckets,
    capabilities: ALL_CAPABILITIES,
    context: contextOf(accountName),
  };
}

const EVERYWHERE = ['arn:aws:s3:::*'];

/**
 * The account at a server that does not report policies: everything the server supports is offered,
 * and the server decides call by call. Its buckets are those of the bucket list.
 */
export function accountWithoutPolicy(name: string, capabilities: Capabilities): Account {
  const missing = actionsWithout(capabilities);
  return {
    name,
    policy: readEffectivePolicy({
      Statement: [
        { Effect: 'Allow', Action: ['s3:*'], Resource: EVERYWHERE },
        ...(missing.length > 0 ? [{ Effect: 'Deny', Action: missing, Resource: EVERYWHERE }] : []),
      ],
    }),
    buckets: [],
    capabilities,
    context: contextOf(name),
  };
}

function contextOf(name: string): ConditionContext {
  const now = new Date();
  return {
    username: [name],
    userid: [name],
    CurrentTime: [now.toISOString()],
    EpochTime: [String(Math.floor(now.getTime() / 1000))],
  };
}
