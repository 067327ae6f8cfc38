import { randomUUID } from 'node:crypto';
import type {
  ReplicationRequest,
  ReplicationState,
} from '@stowage/contract/bucket-admin/replication';
import type { NewRemoteTarget, RemoteTarget } from '@stowage/storage-client/admin';
import type { ReplicationConfiguration, RuleTag } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { ConsoleError } from '../../../console-error.ts';
import { checkBucket } from '../../../storage-names.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { SettingTurns } from '../setting-turns.ts';
import { readTagPairs } from '../tag-pairs.ts';
import type { ReplicationWriter } from './ports.ts';
import { type RemoteServer, readRemoteUrl } from './remote-url.ts';
import { newRule, targetArn } from './rule.ts';
import { aboutTarget, readTargets, removeTarget, toServer } from './targets.ts';
import { writeRules } from './write-rules.ts';

/** Each makes the storage server connect to the remote one. */
const AT_ONCE = 4;

type Pair = ReplicationRequest['bucketsRelation'][number];

/**
 * Replicates each bucket to its remote bucket; an error affects only its own bucket, and leaves
 * nothing half done there.
 * @throws ConsoleError InvalidInput for input that is invalid for every bucket
 */
export async function setReplication(
  port: ReplicationWriter,
  turns: SettingTurns,
  request: ReplicationRequest,
  signal: AbortSignal,
): Promise<ReplicationState[]> {
  const server = readRemoteUrl(request.targetURL);
  readTagPairs(request.tags ?? '');
  checkPairs(request.bucketsRelation);
  return boundedParallel(request.bucketsRelation, AT_ONCE, async (pair) => {
    const { originBucket, destinationBucket: targetBucket } = pair;
    const errorString = await failureOf(async () => {
      const bucket = checkBucket(originBucket);
      await turns.take({ bucket, setting: 'replication', signal }, () =>
        replicate(port, pair, server, request, signal),
      );
    });
    return { originBucket, targetBucket, ...(errorString !== undefined && { errorString }) };
  });
}

function checkPairs(pairs: readonly Pair[]): void {
  const names = pairs.map((pair) => `${pair.originBucket}/${pair.destinationBucket}`);
  if (new Set(names).size === names.length) return;
  const detail = 'A bucket stands twice with the same remote bucket.';
  throw new ConsoleError('InvalidInput', { field: 'bucketsRelation', detail });
}

/** Runs an action; returns undefined on success, otherwise the error message. */
async function failureOf(act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const known = error instanceof ConsoleError ? error : storageError(error);
    if (known === undefined) throw error;
    return known.detail || known.message;
  }
}

async function replicate(
  port: ReplicationWriter,
  { originBucket: bucket, destinationBucket }: Pair,
  server: RemoteServer,
  request: ReplicationRequest,
  signal: AbortSignal,
): Promise<void> {
  const before = await port.s3.getBucketReplication({ bucket, signal });
  const targets = await readTargets(port, bucket, signal);
  const target = newTarget(server, destinationBucket, request);
  const arn = await aboutTarget(port.admin.addRemoteTarget({ bucket, target }));
  const isOld = isKnown(arn, before, targets);
  refuseTwin(before, arn, request);
  try {
    const rule = newRule(randomUUID(), arn, request, before.rules);
    await writeRules(port, bucket, { ...before, rules: [...before.rules, rule] });
  } catch (error) {
    if (!isOld) await removeAgain(port, bucket, arn, error);
    throw error;
  }
  if (isOld) await refreshTarget(port, bucket, arn, target, before);
}

/**
 * A second rule for the same objects and target would silently override the first.
 * @throws ConsoleError InvalidInput
 */
function refuseTwin(
  before: ReplicationConfiguration,
  arn: string,
  { prefix = '', tags = '' }: ReplicationRequest,
): void {
  const wanted = tagSet(readTagPairs(tags));
  const twin = before.rules.find(
    (rule) =>
      targetArn(rule, before) === arn && rule.prefix === prefix && tagSet(rule.tags) === wanted,
  );
  if (twin === undefined) return;
  const detail = `The rule of priority ${twin.priority} replicates these objects there already. Change that rule instead.`;
  throw new ConsoleError('InvalidInput', { field: 'prefix', detail });
}

function tagSet(tags: readonly RuleTag[]): string {
  return JSON.stringify(tags.map(({ key, value }) => [key, value]).sort());
}

function newTarget(
  { host, secure }: RemoteServer,
  targetBucket: string,
  {
    accessKey,
    secretKey,
    region,
    syncMode = 'async',
    bandwidth = 0,
    healthCheckPeriod,
  }: ReplicationRequest,
): NewRemoteTarget {
  const { bandwidth: limit = 0 } = toServer({ syncMode, bandwidth });
  return {
    targetBucket,
    endpoint: host,
    secure,
    accessKey,
    secretKey,
    ...(region && { region }),
    sync: syncMode === 'sync',
    bandwidth: limit,
    ...(healthCheckPeriod && { healthCheckSeconds: healthCheckPeriod }),
  };
}

/** Whether the server returned the ARN of an existing target. */
function isKnown(
  arn: string,
  configuration: ReplicationConfiguration,
  targets: readonly RemoteTarget[] | undefined,
): boolean {
  return (
    configuration.rules.some((rule) => targetArn(rule, configuration) === arn) ||
    (targets ?? []).some((target) => target.arn === arn)
  );
}

async function removeAgain(
  port: ReplicationWriter,
  bucket: string,
  arn: string,
  cause: unknown,
): Promise<void> {
  try {
    await removeTarget(port, bucket, arn);
  } catch (second) {
    const known = cause instanceof ConsoleError ? cause : storageError(cause);
    const reason = known?.detail || known?.message || 'The rule was not set.';
    throw new ConsoleError(known?.code ?? 'Internal', {
      detail: `${reason.replace(/\.$/, '')}. Its target could not be removed again.`,
      cause: new AggregateError([cause, second]),
    });
  }
}

/**
 * Adding an existing target leaves its credentials and options unchanged: it is updated to the
 * requested ones, or the rule is dropped.
 */
async function refreshTarget(
  port: ReplicationWriter,
  bucket: string,
  arn: string,
  target: NewRemoteTarget,
  before: ReplicationConfiguration,
): Promise<void> {
  const { accessKey, secretKey, sync, bandwidth, healthCheckSeconds } = target;
  const change = { credentials: { accessKey, secretKey }, sync, bandwidth, healthCheckSeconds };
  const place = { ...target, arn, sourceBucket: bucket };
  try {
    await aboutTarget(port.admin.updateRemoteTarget({ target: place, change }));
  } catch (error) {
    await writeRules(port, bucket, before);
    throw error;
  }
}
