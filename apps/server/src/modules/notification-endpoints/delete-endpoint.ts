import type { AdminClient } from '@stowage/storage-client/admin';
import { configTargetText } from '@stowage/storage-client/config-text';
import type { S3Client } from '@stowage/storage-client/s3';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import { configuredTargets } from './configured-targets.ts';
import { type NamedTarget, namesTarget, targetUsers } from './target-users.ts';

export interface Deletion {
  readonly admin: Pick<AdminClient, 'exportConfig' | 'resetConfig'>;
  readonly s3: Pick<S3Client, 'listBuckets' | 'getBucketNotification' | 'putBucketNotification'>;
  readonly turns: Turns;
  readonly target: NamedTarget & { readonly subsystem: string };
  /** Ends the subscriptions of buckets to it too. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/** How many names a refusal says. */
const NAMED = 10;

/**
 * Removes a target from the configuration. Rules that would name a target that is gone are in the way of every
 * later change of their bucket's subscriptions: they end first, or the target stays.
 *
 * @throws ConsoleError NotFound, TargetInUse; InvalidInput for one that the environment makes
 */
export async function deleteEndpoint(deletion: Deletion): Promise<{ restart: boolean }> {
  const { admin, s3, turns, target, force, signal } = deletion;
  await checkStored(deletion);
  const users = await targetUsers(s3, target, signal);
  if (users.buckets.length > 0 && !force) {
    throw new ConsoleError('TargetInUse', { detail: inUse(users.buckets) });
  }
  for (const bucket of users.buckets) await endSubscriptions(deletion, bucket);
  return turns.take({ name: 'settings', signal }, async () => {
    const text = configTargetText(target.subsystem, target.name);
    const { applied } = await admin.resetConfig({ text });
    return { restart: !applied };
  });
}

async function checkStored({ admin, target, signal }: Deletion): Promise<void> {
  const found = configuredTargets(await admin.exportConfig({ signal })).find(
    ({ kind, name }) => kind.service === target.service && name === target.name,
  );
  if (found === undefined) {
    const detail = 'There is no such notification target in the configuration.';
    throw new ConsoleError('NotFound', { detail });
  }
  if (found.fromEnvironment) {
    const detail =
      'Environment variables of the storage server make this target. Remove them there.';
    throw new ConsoleError('InvalidInput', { field: 'account_id', detail });
  }
}

function inUse(buckets: readonly string[]): string {
  const more = buckets.length - NAMED;
  const names = buckets.slice(0, NAMED).join(', ');
  return `Buckets that send events to it: ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Takes the same turn as every change of the bucket's subscriptions. */
function endSubscriptions({ s3, turns, target, signal }: Deletion, bucket: string): Promise<void> {
  return turns.take({ name: `events/${bucket}`, signal }, async () => {
    const rules = await s3.getBucketNotification({ bucket, signal });
    const kept = rules.filter((rule) => !namesTarget(rule, target));
    if (kept.length < rules.length) await s3.putBucketNotification({ bucket, rules: kept });
  });
}
