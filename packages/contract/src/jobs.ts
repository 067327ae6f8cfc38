import { endpoint, session, storage } from './endpoint.ts';
import { z } from './zod.ts';

/** Objects and folders that one job names; more are selected by a prefix. */
export const MAX_JOB_ITEMS = 10_000;
/** Jobs of one account that wait or run. */
export const MAX_OPEN_JOBS = 20;
/** Jobs of one account that are remembered, for 30 days at most. */
export const MAX_KEPT_JOBS = 100;
/** Failures of one job that are kept; those beyond are counted. */
export const MAX_JOB_FAILURES = 10_000;

const Bucket = z.string().min(1).max(255);
const Key = z.string().max(4096);

const Bytes = z.int().min(0);
const Instant = z.iso.datetime({ offset: true });

/**
 * What a job is about: objects and folders by their keys (a folder's ends in '/'), or all objects
 * under a prefix, of which the others keep what a search of the listing with the same values finds;
 * a folder that it finds comes with everything in it.
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

/** What happens to an object whose target exists: it stays as it is, is replaced, or both are kept. */
export const CONFLICT_RULES = ['skip', 'overwrite', 'keep-both'] as const;
export type ConflictRule = (typeof CONFLICT_RULES)[number];

/**
 * Where copies go: into the folder `prefix` ('' is the top of the bucket), under their own names.
 * `name` gives the one item of a selection another name.
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
  /** Whether user metadata and tags come along. */
  metadata: z.boolean().default(true),
  tags: z.boolean().default(true),
};

/**
 * What a job is to do. What is not known of it is refused, when it is asked for and when it is run: without
 * a condition that was mistyped, or that a newer console has stored, a job would concern more objects.
 */
export const JobRequest = z.discriminatedUnion('kind', [
  /** `versions`: all versions and delete markers, not only what is there now. */
  z.strictObject({ kind: z.literal('delete'), ...common, versions: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('copy'), ...copying }),
  /** Each original is deleted when its copy was verified, and only if it has not changed since. */
  z.strictObject({ kind: z.literal('move'), ...copying }),
  /** Adds tags to those that an object has, puts them in their place, or takes away those of these keys. */
  z.strictObject({
    kind: z.literal('tag'),
    ...common,
    mode: z.enum(['add', 'replace', 'remove']),
    tags: z.record(z.string().min(1).max(128), z.string().max(256)),
  }),
  /** Keeps the current versions from being deleted until a time. */
  z.strictObject({
    kind: z.literal('retention'),
    ...common,
    mode: z.enum(['GOVERNANCE', 'COMPLIANCE']),
    until: Instant,
  }),
  /** Puts the current versions under legal hold, or takes it away. */
  z.strictObject({
    kind: z.literal('legal-hold'),
    ...common,
    status: z.enum(['enabled', 'disabled']),
  }),
  /**
   * Makes the versions that were the latest at a time the current ones again, each by a copy. What
   * was not there then stays as it is.
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

/** A job as its owner sees it. */
export const Job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  bucket: z.string(),
  /** Number of the items that were named; 0 for a prefix. */
  items: z.int(),
  /** The first item, or the prefix. */
  name: z.string(),
  search: z.string().optional(),
  target: JobTarget.optional(),
  versions: z.boolean().optional(),
  /** The time that is restored. */
  at: z.string().optional(),
  /** What legal hold is set to. */
  status: z.enum(['enabled', 'disabled']).optional(),
  state: z.enum(['waiting', 'running', 'done', 'canceled', 'failed']),
  /** Why the whole job ended before its end; SessionRequired: the session whose rights it used has ended. */
  failure: z.object({ code: z.string(), detail: z.string() }).optional(),
  done: Amount,
  /** Objects that were left as they are, by the rule for conflicts. */
  skipped: z.int(),
  failed: z.int(),
  /** How much there is to do; `complete` is false where that is a lower bound. */
  total: Amount.extend({ complete: z.boolean() }).optional(),
  /** Whether it can be retried: something failed, or it ended before its end. */
  retriable: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Job = z.infer<typeof Job>;

/** What could not be done with one object, and why. */
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

/** Jobs of the caller's account, the newest first: at most 120. */
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
 * Puts a job into the queue. It uses the rights of the caller's session, one call to the storage
 * server after the other, and ends when the session ends. What the policies of the account allow for
 * none of the objects is refused at once; `field` tells whether it is the target that is out of reach.
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

/** Counts for about two seconds what a job would be about. */
export const previewJob = endpoint({
  id: 'jobs.preview',
  method: 'POST',
  path: '/jobs/preview',
  summary: 'How many objects and bytes a selection holds',
  permission: storage('s3:ListBucket'),
  body: z.object({
    ...common,
    versions: z.boolean().optional(),
    /** Counts what was there at a time and has changed since. */
    at: Instant.optional(),
  }),
  response: Amount.extend({ complete: z.boolean() }),
  status: 200,
  errors: [...asking, ...reading, 'BucketNotFound', 'NotSupported'],
});

/** One page of what a job could not do, in the order in which it failed. */
export const listJobFailures = endpoint({
  id: 'jobs.failures',
  method: 'GET',
  path: '/jobs/{job}/failures',
  summary: 'The objects that a job could not deal with, and why',
  permission: session,
  params: JobId,
  query: z.object({
    /** `next` of the page before. */
    cursor: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  response: z.object({ failures: z.array(JobFailure), next: z.int().optional() }),
  status: 200,
  errors: ['SessionRequired', 'InvalidInput', 'NotFound'],
});

/** Ends a job. What it has done by then stays done; `retry` goes on from there. */
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

/** Does what failed again, and goes on where a job ended early, with the rights of this session. */
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

/** Takes a job that has ended from the list. */
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

/** Takes all jobs that have ended from the list. */
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
