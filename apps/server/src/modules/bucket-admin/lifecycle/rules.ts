import { randomUUID } from 'node:crypto';
import type * as contract from '@stowage/contract/bucket-admin/lifecycle';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { LifecycleRule, S3Client } from '@stowage/storage-client/s3';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { changeRule, doesNothing, emptyRule } from './rule.ts';

type LifecycleWriter = Pick<S3Client, 'getBucketLifecycle' | 'putBucketLifecycle'>;

/** A rule as the caller saw it. */
export interface SeenRule {
  readonly id: string;
  /** Undefined to change any state. */
  readonly revision: string | undefined;
}

/**
 * Adds a rule with an id of its own; the others are left unchanged.
 * @throws ConsoleError InvalidInput with the field
 */
export async function addRule(
  s3: LifecycleWriter,
  bucket: string,
  input: contract.LifecycleInput,
  signal: AbortSignal,
): Promise<void> {
  const added = changeRule(emptyRule(randomUUID()), input);
  if (doesNothing(added)) {
    const detail = 'A rule needs days or a date after which it expires or moves objects.';
    throw new ConsoleError('InvalidInput', { field: 'expiry_days', detail });
  }
  const rules = await s3.getBucketLifecycle({ bucket, signal });
  await write(s3, bucket, [...rules, added], input);
}

/**
 * Changes the given parts of a rule; the rest is left unchanged.
 * @throws ConsoleError NotFound, ChangedMeanwhile, or InvalidInput with the field
 */
export async function editRule(
  s3: LifecycleWriter,
  bucket: string,
  seen: SeenRule,
  input: contract.LifecycleInput,
  signal: AbortSignal,
): Promise<void> {
  const rules = await s3.getBucketLifecycle({ bucket, signal });
  const found = findRule(rules, seen);
  const changed = changeRule(found, input);
  await write(
    s3,
    bucket,
    rules.map((rule) => (rule === found ? changed : rule)),
    input,
  );
}

/** @throws ConsoleError NotFound or ChangedMeanwhile */
export async function deleteRule(
  s3: LifecycleWriter,
  bucket: string,
  seen: SeenRule,
  signal: AbortSignal,
): Promise<void> {
  const rules = await s3.getBucketLifecycle({ bucket, signal });
  const found = findRule(rules, seen);
  await write(
    s3,
    bucket,
    rules.filter((rule) => rule !== found),
    {},
  );
}

function findRule(rules: readonly LifecycleRule[], { id, revision }: SeenRule): LifecycleRule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) {
    throw new ConsoleError('NotFound', { detail: 'There is no such lifecycle rule.' });
  }
  checkRevision(revision, revisionOf(found.stored));
  return found;
}

type Input = contract.LifecycleInput;

/** The input that each of the server's errors concerns; none if only its message tells. */
const REFUSALS: Readonly<Record<string, (input: Input) => keyof Input | undefined>> = {
  InvalidStorageClass: ({ storage_class }) =>
    storage_class ? 'storage_class' : 'noncurrentversion_transition_storage_class',
  InvalidLifecycleWithObjectLock: () => 'newer_noncurrentversion_expiration_versions',
  InvalidArgument: () => undefined,
  InvalidRequest: () => undefined,
  MalformedXML: () => undefined,
};

async function write(
  s3: LifecycleWriter,
  bucket: string,
  rules: readonly LifecycleRule[],
  input: Input,
): Promise<void> {
  try {
    await s3.putBucketLifecycle({ bucket, rules });
  } catch (cause) {
    if (!(cause instanceof StorageRequestError && Object.hasOwn(REFUSALS, cause.code))) throw cause;
    const field = REFUSALS[cause.code]?.(input);
    throw new ConsoleError('InvalidInput', {
      detail: cause.message,
      ...(field !== undefined && { field }),
      cause,
    });
  }
}
