import { randomUUID } from 'node:crypto';
import type * as contract from '@stowage/contract/bucket-admin/cors';
import { MAX_CORS_BYTES, MAX_CORS_RULES } from '@stowage/domain/cors';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { type CorsRule, corsDocument, type S3Client } from '@stowage/storage-client/s3';
import { refusedAs } from '../../../changes/refused-field.ts';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { notOffered } from '../../../upstream/capabilities/guarded-clients.ts';
import { ruleOf } from './rule.ts';

type CorsReader = Pick<S3Client, 'getBucketCors'>;
type CorsWriter = Pick<S3Client, 'getBucketCors' | 'putBucketCors'>;

/** A rule as the caller saw it. */
export interface SeenRule {
  /** From 1. */
  readonly position: number;
  /** Undefined to change any state. */
  readonly revision: string | undefined;
}

interface Cors {
  readonly rules: readonly CorsRule[];
  readonly offered: boolean;
}

/** The community edition, which reports no rules for any bucket, and stores none. */
const KEEPS_NONE = 'MinIO';

/** The rules of a bucket in order, and whether the server stores any. */
export async function readCors(s3: CorsReader, bucket: string, signal: AbortSignal): Promise<Cors> {
  try {
    return { rules: await s3.getBucketCors({ bucket, signal }), offered: true };
  } catch (error) {
    const isUnset =
      error instanceof StorageRequestError && error.code === 'NoSuchCORSConfiguration';
    if (!isUnset) throw error;
    return { rules: [], offered: error.server !== KEEPS_NONE };
  }
}

/** @throws ConsoleError InvalidInput */
export async function addRule(
  s3: CorsWriter,
  bucket: string,
  input: contract.CorsInput,
  signal: AbortSignal,
): Promise<void> {
  const { rules } = await readCors(s3, bucket, signal);
  const place = (input.position ?? rules.length + 1) - 1;
  const added = ruleOf({ ...input, id: input.id || randomUUID() });
  await writeRules(s3, bucket, rules.toSpliced(place, 0, added));
}

/** @throws ConsoleError NotFound, ChangedMeanwhile or InvalidInput */
export async function editRule(
  s3: CorsWriter,
  bucket: string,
  seen: SeenRule,
  input: contract.CorsInput,
  signal: AbortSignal,
): Promise<void> {
  const { rules } = await readCors(s3, bucket, signal);
  const found = findRule(rules, seen);
  // A rule that others have moved meanwhile stays there, unless the caller moves it.
  const isMoved = input.position !== undefined && input.position !== seen.position;
  const place = isMoved ? (input.position ?? 1) - 1 : rules.indexOf(found);
  const others = rules.filter((rule) => rule !== found);
  await writeRules(s3, bucket, others.toSpliced(place, 0, ruleOf(input, found.stored)));
}

/** @throws ConsoleError NotFound or ChangedMeanwhile */
export async function deleteRule(
  s3: CorsWriter,
  bucket: string,
  seen: SeenRule,
  signal: AbortSignal,
): Promise<void> {
  const { rules } = await readCors(s3, bucket, signal);
  const found = findRule(rules, seen);
  await writeRules(
    s3,
    bucket,
    rules.filter((rule) => rule !== found),
  );
}

/** Rules need no id: a rule is identified by its content, wherever it has moved. */
function findRule(rules: readonly CorsRule[], { position, revision }: SeenRule): CorsRule {
  const there = rules[position - 1];
  const isSeen = (rule: CorsRule) => revisionOf(rule.stored) === revision;
  if (revision !== undefined && !(there && isSeen(there))) {
    const moved = rules.find(isSeen);
    if (moved) return moved;
  }
  if (there === undefined) {
    throw new ConsoleError('NotFound', { detail: 'There is no such CORS rule.' });
  }
  checkRevision(revision, revisionOf(there.stored));
  return there;
}

/**
 * Replaces the rules of a bucket.
 * @throws ConsoleError InvalidInput, NotSupported
 */
export async function writeRules(
  s3: Pick<S3Client, 'putBucketCors'>,
  bucket: string,
  rules: readonly CorsRule[],
): Promise<void> {
  if (rules.length > MAX_CORS_RULES) {
    throw tooMuch(`A bucket has ${MAX_CORS_RULES} CORS rules at most.`);
  }
  if (Buffer.byteLength(corsDocument(rules)) > MAX_CORS_BYTES) {
    throw tooMuch(`The CORS rules of a bucket have ${MAX_CORS_BYTES / 1024} KiB together at most.`);
  }
  const refused = ['MalformedXML', 'InvalidRequest', 'InvalidArgument', 'NotImplemented'];
  await refusedAs(refused, s3.putBucketCors({ bucket, rules }), (cause) =>
    cause.code === 'NotImplemented'
      ? notOffered('cors')
      : new ConsoleError('InvalidInput', { detail: cause.message, cause }),
  );
}

function tooMuch(detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { detail });
}
