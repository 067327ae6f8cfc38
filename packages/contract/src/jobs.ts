import { endpoint, session, storage } from './endpoint.ts';
import { z } from './zod.ts';

/** Maximum number of objects and folders named in a job; select more with a prefix. */
export const MAX_JOB_ITEMS = 10_000;
/** Maximum number of queued and running jobs per account. */
export const MAX_OPEN_JOBS = 20;
/** Maximum number of remembered jobs per account, kept for at most 30 days. */
export const MAX_KEPT_JOBS = 100;
/** Maximum number of recorded failures per job; further ones are only counted. */
export const MAX_JOB_FAILURES = 10_000;

const Bucket = z.string().min(1).max(255);
const Key = z.string().max(4096);

const Bytes = z.int().min(0);
const Instant = z.iso.datetime({ offset: true });

/**
 * What a job applies to: objects and folders by key (a folder's ends in '/'), or all objects under
 * a prefix, filtered by the other fields as in a search of the listing with the same values; a
 * matching folder includes everything in it.
 */
export const JobSelection = z.union([
  z.strictObject({ items: z.array(Key.min(1)).min(1).max(MAX_JOB_ITEMS) }),
  z.strictObject({
    prefix: Key,
    search: z.string().max(1024).optional(),
    minSize: Bytes.optional(),
    maxSize: Bytes.optional(),
    modifiedAfter: Instant.optional(),
    modifiedBefore: Instant.optional(),
  }),
]);
export type JobSelection = z.infer<typeof JobSelection>;

/** What happens if the target object exists: keep it, replace it, or keep both. */
export const CONFLICT_RULES = ['skip', 'overwrite', 'keep-both'] as const;
export type ConflictRule = (typeof CONFLICT_RULES)[number];

/**
 * The target of copies: the folder `prefix` ('' is the top of the bucket), under their own names.
 * `name` renames the single item of a selection.
 */
export const JobTarget = z.strictObject({
  bucket: Bucket,
  prefix: Key,
  name: z.string().min(1).max(4096).optional(),
});
export type JobTarget = z.infer<typeof JobTarget>;

const common = { bucket: Bucket, selection: JobSelection };
const copying = {
  ...common,
  target: JobTarget,
  conflict: z.enum(CONFLICT_RULES),
  /** Whether to copy user metadata and tags. */
  metadata: z.boolean().default(true),
  tags: z.boolean().default(true),
};

/**
 * The task of a job. Unknown fields are rejected, both on submission and on execution: ignoring a
 * condition that was mistyped, or stored by a newer console, would make the job affect more
 * objects.
 */
export const JobRequest = z.discriminatedUnion('kind', [
  /** `versions`: all versions and delete markers, not only current objects. */
  z.strictObject({ kind: z.literal('delete'), ...common, versions: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('copy'), ...copying }),
  /**
   * Each original is deleted once its copy has been verified, and only if it has not changed since.
   */
  z.strictObject({ kind: z.literal('move'), ...copying }),
  /** Adds tags to existing ones, replaces all tags, or removes tags by key. */
  z.strictObject({
    kind: z.literal('tag'),
    ...common,
    mode: z.enum(['add', 'replace', 'remove']),
    tags: z.record(z.string().min(1).max(128), z.string().max(256)),
  }),
  /** Protects the current versions from deletion until a time. */
  z.strictObject({
    kind: z.literal('retention'),
    ...common,
    mode: z.enum(['GOVERNANCE', 'COMPLIANCE']),
    until: Instant,
  }),
  /** Places the current versions under legal hold, or releases it. */
  z.strictObject({
    kind: z.literal('legal-hold'),
    ...common,
    status: z.enum(['enabled', 'disabled']),
  }),
  /**
   * Makes the versions that were the latest at a time current again by copying them. Objects that
   * did not exist then are left unchanged.
   */
  z.strictObject({ kind: z.literal('restore'), ...common, at: Instant }),
]);
export type JobRequest = z.infer<typeof JobRequest>;

export const JOB_KINDS = [
  'delete',
  'copy',
  'move',
  'tag',
  'retention',
  'legal-hold',
  'restore',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const Amount = z.object({ objects: z.int(), bytes: z.int() });

/** A job as shown to its owner. */
export const Job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  bucket: z.string(),
  /** Number of named items; 0 for a prefix. */
  items: z.int(),
  /** The first item, or the prefix. */
  name: z.string(),
  search: z.string().optional(),
  target: JobTarget.optional(),
  versions: z.boolean().optional(),
  /** The point in time to restore. */
  at: z.string().optional(),
  /** The new state of the legal hold. */
  status: z.enum(['enabled', 'disabled']).optional(),
  state: z.enum(['waiting', 'running', 'done', 'canceled', 'failed']),
  /**
   * Why the whole job stopped early; SessionRequired: the session whose rights it used has ended.
   */
  failure: z.object({ code: z.string(), detail: z.string() }).optional(),
  done: Amount,
  /** Objects that were skipped by the conflict rule. */
  skipped: z.int(),
  failed: z.int(),
  /** The amount of work; a lower bound unless `complete`. */
  total: Amount.extend({ complete: z.boolean() }).optional(),
  /** Whether it can be retried: something failed, or it stopped early. */
  retriable: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Job = z.infer<typeof Job>;

/** An operation on one object that failed, and why. */
export const JobFailure = z.object({
  key: z.string(),
  versionId: z.string().optional(),
  code: z.string(),
  detail: z.string(),
});
export type JobFailure = z.infer<typeof JobFailure>;

const JobId = z.object({ job: z.string().max(64) });
const asking = [
  'SessionRequired',
  'InvalidInput',
  'InvalidBucketName',
  'InvalidObjectName',
  'KeyTooLong',
] as const;

const reading = ['AccessDenied', 'StorageUnreachable', 'StorageTimeout', 'StorageFailed'] as const;

/** Jobs of the caller's account, newest first: at most 120. */
export const listJobs = endpoint({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs',
  summary: 'The jobs of the account that wait, run or have ended',
  permission: session,
  response: z.object({ jobs: z.array(Job) }),
  status: 200,
  errors: ['SessionRequired'],
});

/**
 * Queues a job. It uses the rights of the caller's session, makes storage calls one at a time, and
 * ends with the session. A job whose action the account's policies allow for none of the objects is
 * rejected at once; `field` tells whether the target is the problem.
 */
export const startJob = endpoint({
  id: 'jobs.start',
  method: 'POST',
  path: '/jobs',
  summary: 'Delete, copy, move, tag, lock or restore many objects',
  permission: session,
  body: JobRequest,
  response: Job,
  status: 201,
  errors: [...asking, ...reading, 'TooManyJobs'],
});

/** Counts for about two seconds what a job would affect. */
export const previewJob = endpoint({
  id: 'jobs.preview',
  method: 'POST',
  path: '/jobs/preview',
  summary: 'How many objects and bytes a selection holds',
  permission: storage('s3:ListBucket'),
  body: z.object({
    ...common,
    versions: z.boolean().optional(),
    /** Counts what existed at a time and has changed since. */
    at: Instant.optional(),
  }),
  response: Amount.extend({ complete: z.boolean() }),
  status: 200,
  errors: [...asking, ...reading, 'BucketNotFound', 'NotSupported'],
});

/** Returns one page of a job's failures, oldest first. */
export const listJobFailures = endpoint({
  id: 'jobs.failures',
  method: 'GET',
  path: '/jobs/{job}/failures',
  summary: 'The objects that a job could not deal with, and why',
  permission: session,
  params: JobId,
  query: z.object({
    /** `next` of the previous page. */
    cursor: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  response: z.object({ failures: z.array(JobFailure), next: z.int().optional() }),
  status: 200,
  errors: ['SessionRequired', 'InvalidInput', 'NotFound'],
});

/** Stops a job. Completed work is kept; `retry` resumes from there. */
export const cancelJob = endpoint({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/{job}/cancel',
  summary: 'Cancel a job',
  permission: session,
  params: JobId,
  response: Job,
  status: 200,
  errors: ['SessionRequired', 'NotFound'],
});

/** Retries failures and resumes a job that stopped early, with the rights of this session. */
export const retryJob = endpoint({
  id: 'jobs.retry',
  method: 'POST',
  path: '/jobs/{job}/retry',
  summary: 'Retry what a job could not do',
  permission: session,
  params: JobId,
  response: Job,
  status: 200,
  errors: ['SessionRequired', 'InvalidInput', ...reading, 'NotFound', 'TooManyJobs'],
});

/** Removes a finished job from the list. */
export const removeJob = endpoint({
  id: 'jobs.remove',
  method: 'DELETE',
  path: '/jobs/{job}',
  summary: 'Forget a job that has ended',
  permission: session,
  params: JobId,
  response: null,
  status: 204,
  errors: ['SessionRequired', 'NotFound'],
});

/** Removes all finished jobs from the list. */
export const removeEndedJobs = endpoint({
  id: 'jobs.removeEnded',
  method: 'DELETE',
  path: '/jobs',
  summary: 'Forget the jobs that have ended',
  permission: session,
  response: null,
  status: 204,
  errors: ['SessionRequired'],
});
