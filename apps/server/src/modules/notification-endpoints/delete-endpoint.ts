import type { AdminClient } from '@stowage/storage-client/admin';
import { configTargetText } from '@stowage/storage-client/config-text';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import { fewNames } from '../../few-names.ts';
import { configuredTargets } from './configured-targets.ts';
import { type NamedTarget, namesTarget, targetUsers } from './target-users.ts';

export interface Deletion {
  readonly admin: Pick<AdminClient, 'exportConfig' | 'resetConfig'>;
  readonly s3: Pick<S3Client, 'listBuckets' | 'getBucketNotification' | 'putBucketNotification'>;
  readonly turns: Turns;
  readonly target: NamedTarget & { readonly subsystem: string };
  /** Also removes the buckets' subscriptions to it. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/**
 * MinIO's error code for a target that is not stored, and the embedded store's for one that it does
 * not change.
 */
const [GONE, REFUSED] = ['XMinioConfigNotFoundError', 'XMinioConfigError'];

/**
 * Removes a target from the configuration. Rules with a missing target would block every later
 * change of their bucket's subscriptions, so they are removed first, or the target stays.
 *
 * @throws ConsoleError NotFound, TargetInUse; InvalidInput for a target set by environment
 *    variables
 */
export async function deleteEndpoint(deletion: Deletion): Promise<{ restart: boolean }> {
  const { admin, s3, turns, target, force, signal } = deletion;
  const isListed = await findListed(deletion);
  const users = await targetUsers(s3, target, signal);
  if (users.buckets.length > 0 && !force) {
    const detail = fewNames('Buckets that send events to it', users.buckets);
    throw new ConsoleError('TargetInUse', { detail });
  }
  for (const bucket of users.buckets) await endSubscriptions(deletion, bucket);
  return turns.take({ name: 'settings', signal }, async () => {
    const text = configTargetText(target.subsystem, target.name);
    const { applied } = await unlessRefused(isListed, admin.resetConfig({ text }));
    return { restart: !applied };
  });
}

/** Whether the configuration contains it; MinIO's is the one that the server started with. */
async function findListed({ admin, target, signal }: Deletion): Promise<boolean> {
  const found = configuredTargets(await admin.exportConfig({ signal })).find(
    ({ kind, name }) => kind.service === target.service && name === target.name,
  );
  if (found?.fromEnvironment) {
    const detail =
      'This target is set by environment variables of the storage server. Remove them there.';
    throw new ConsoleError('InvalidInput', { field: 'account_id', detail });
  }
  return found !== undefined;
}

/**
 * The embedded store keeps a target that is in use, even by buckets that the caller may not read.
 */
async function unlessRefused<Result>(isListed: boolean, reset: Promise<Result>): Promise<Result> {
  try {
    return await reset;
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    if (cause.code === REFUSED && isListed) {
      throw new ConsoleError('TargetInUse', { detail: cause.message, cause });
    }
    if (cause.code !== REFUSED && cause.code !== GONE) throw cause;
    const detail = 'There is no such notification target in the configuration.';
    throw new ConsoleError('NotFound', { detail, cause });
  }
}

/** Takes the same turn as every change of the bucket's subscriptions. */
function endSubscriptions({ s3, turns, target, signal }: Deletion, bucket: string): Promise<void> {
  return turns.take({ name: `events/${bucket}`, signal }, async () => {
    const rules = await s3.getBucketNotification({ bucket, signal });
    const kept = rules.filter((rule) => !namesTarget(rule, target));
    if (kept.length < rules.length) await s3.putBucketNotification({ bucket, rules: kept });
  });
}
