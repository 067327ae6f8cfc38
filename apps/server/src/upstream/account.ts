import type { ConditionContext } from '@stowage/domain/policy';
import type { AccountBucket, AdminClient } from '@stowage/storage-client/admin';
import { type EffectivePolicy, readEffectivePolicy } from './effective-policy.ts';

/** Who the caller is at the storage server, and what they may do there. */
export interface Account {
  readonly name: string;
  readonly policy: EffectivePolicy;
  readonly buckets: readonly AccountBucket[];
  /** What is known of the caller's requests, for the conditions of policies. */
  readonly context: ConditionContext;
}

/** Asks the storage server who the caller is. */
export async function readAccount(
  admin: Pick<AdminClient, 'accountInfo'>,
  signal: AbortSignal,
): Promise<Account> {
  const { accountName, policy, buckets } = await admin.accountInfo({ signal });
  const now = new Date();
  return {
    name: accountName,
    policy: readEffectivePolicy(policy),
    buckets,
    context: {
      username: [accountName],
      userid: [accountName],
      CurrentTime: [now.toISOString()],
      EpochTime: [String(Math.floor(now.getTime() / 1000))],
    },
  };
}
