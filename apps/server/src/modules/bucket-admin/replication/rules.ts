import type * as contract from '@stowage/contract/bucket-admin/replication';
import type { RemoteTarget, RemoteTargetChange } from '@stowage/storage-client/admin';
import type { ReplicationConfiguration, ReplicationRule } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { checkRevision } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { ReplicationReader, ReplicationWriter } from './ports.ts';
import { changeRule, presentRule, ruleRevision, targetArn } from './rule.ts';
import { aboutTarget, readTargets, removeTarget, toServer } from './targets.ts';
import { writeRules } from './write-rules.ts';

type Change = z.infer<typeof contract.editReplicationRule.body>;

/** A rule as the caller saw it. */
interface SeenRule {
  readonly id: string;
  readonly revision: string | undefined;
}

interface FoundRule {
  readonly configuration: ReplicationConfiguration;
  readonly rule: ReplicationRule;
  readonly others: readonly ReplicationRule[];
  readonly target: RemoteTarget | undefined;
}

/** Lists the bucket's rules, with their targets if the caller may read them. */
export async function listRules(
  port: Pick<ReplicationReader, 'admin'> & Pick<ReplicationWriter, 's3'>,
  bucket: string,
  signal: AbortSignal,
): Promise<contract.ReplicationRule[]> {
  const configuration = await port.s3.getBucketReplication({ bucket, signal });
  if (configuration.rules.length === 0) return [];
  const targets = await readTargets(port, bucket, signal);
  return configuration.rules.map((rule) =>
    presentRule(rule, findTarget(targets, targetArn(rule, configuration))),
  );
}

function findTarget(
  targets: readonly RemoteTarget[] | undefined,
  arn: string,
): RemoteTarget | undefined {
  return targets?.find((target) => target.arn === arn);
}

async function findRule(
  port: ReplicationWriter,
  bucket: string,
  { id, revision }: SeenRule,
  signal: AbortSignal,
): Promise<FoundRule> {
  const configuration = await port.s3.getBucketReplication({ bucket, signal });
  const rule = configuration.rules.find((candidate) => candidate.id === id);
  if (rule === undefined) {
    throw new ConsoleError('NotFound', { detail: 'There is no such replication rule.' });
  }
  const targets = await readTargets(port, bucket, signal);
  const target = findTarget(targets, targetArn(rule, configuration));
  checkRevision(revision, ruleRevision(rule, target));
  const others = configuration.rules.filter((other) => other !== rule);
  return { configuration, rule, others, target };
}

/**
 * Changes the given parts of a rule and of its target: both or neither.
 * @throws ConsoleError NotFound, ChangedMeanwhile, or InvalidInput with the field
 */
export async function editRule(
  port: ReplicationWriter,
  bucket: string,
  seen: SeenRule,
  input: Change,
  signal: AbortSignal,
): Promise<void> {
  const credentials = readCredentials(input);
  const { configuration, rule, others, target } = await findRule(port, bucket, seen, signal);
  const changed = changeRule(rule, input, others);
  const change = targetChange({ ...toServer(input), credentials }, target);
  if (change && !target) throw unknownTarget();
  const rules = configuration.rules.map((one) => (one === rule ? changed : one));
  await writeRules(port, bucket, { ...configuration, rules });
  if (!change || !target) return;
  try {
    await aboutTarget(port.admin.updateRemoteTarget({ target, change }));
  } catch (error) {
    await writeRules(port, bucket, configuration);
    throw error;
  }
}

function readCredentials({ accessKey, secretKey }: Change): RemoteTargetChange['credentials'] {
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey };
  if (accessKey === undefined && secretKey === undefined) return undefined;
  const field = accessKey === undefined ? 'accessKey' : 'secretKey';
  const detail = 'New credentials are an access key and its secret key.';
  throw new ConsoleError('InvalidInput', { field, detail });
}

/** The parts of a change that differ from the target; undefined if there are none. */
function targetChange(
  wanted: RemoteTargetChange,
  target: RemoteTarget | undefined,
): RemoteTargetChange | undefined {
  const entries = Object.entries(wanted).filter(
    ([name, value]) =>
      value !== undefined && (target === undefined || Reflect.get(target, name) !== value),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function unknownTarget(): ConsoleError {
  const detail = 'The target of this rule is not there, or needs admin:GetBucketTarget.';
  return new ConsoleError('AccessDenied', { detail });
}

/**
 * Deletes a rule unless it is the last one, and its target if no other rule uses it.
 * @throws ConsoleError NotFound, ChangedMeanwhile or LastReplicationRule
 */
export async function deleteRule(
  port: ReplicationWriter,
  bucket: string,
  seen: SeenRule,
  signal: AbortSignal,
): Promise<void> {
  const { configuration, rule, others } = await findRule(port, bucket, seen, signal);
  if (others.length === 0) throw new ConsoleError('LastReplicationRule');
  await port.s3.putBucketReplication({
    bucket,
    configuration: { ...configuration, rules: others },
  });
  const arn = targetArn(rule, configuration);
  if (others.every((other) => targetArn(other, configuration) !== arn)) {
    await removeTargets(port, bucket, [arn]);
  }
}

/** Deletes all rules of the bucket and their targets. */
export async function stopReplication(
  port: ReplicationWriter,
  bucket: string,
  signal: AbortSignal,
): Promise<void> {
  const configuration = await port.s3.getBucketReplication({ bucket, signal });
  await port.s3.putBucketReplication({ bucket, configuration: { role: '', rules: [] } });
  const arns = configuration.rules.map((rule) => targetArn(rule, configuration));
  await removeTargets(port, bucket, [...new Set(arns)]);
}

/**
 * Removes unused targets. The rules are already deleted, so the call succeeds even for callers who
 * may not change targets.
 */
async function removeTargets(
  port: ReplicationWriter,
  bucket: string,
  arns: readonly string[],
): Promise<void> {
  for (const arn of arns.filter((one) => one.startsWith('arn:minio:'))) {
    try {
      await removeTarget(port, bucket, arn);
    } catch (cause) {
      const known = storageError(cause);
      if (known === undefined) throw cause;
      if (known.code === 'AccessDenied') continue;
      const detail = `The rules are deleted, but a target remains: ${known.detail || known.message}`;
      throw new ConsoleError(known.code, { detail, cause });
    }
  }
}
