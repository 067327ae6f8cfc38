import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** What is looked at, in the order in which it is listed when all else is the same. */
export const HEALTH_CHECKS = [
  'servers',
  'drives',
  'space',
  'replication',
  'targets',
  'quotas',
  'accessKeys',
  'certificates',
] as const;
export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** Findings of one check that are listed; how many there are is said beside. */
export const MAX_FINDINGS = 50;

/** critical: something does not work or data is in danger now. warning: it will be soon. */
const severity = z.enum(['critical', 'warning']);

/** Something that needs attention. */
export const Finding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serverOffline'), severity, server: z.string(), state: z.string() }),
  z.object({
    kind: z.literal('driveOffline'),
    severity,
    server: z.string(),
    drive: z.string(),
    state: z.string(),
  }),
  z.object({
    kind: z.literal('driveHealing'),
    severity,
    server: z.string(),
    drive: z.string(),
  }),
  /** Bytes. From 80 % a warning, from 90 % critical. */
  z.object({
    kind: z.literal('driveFull'),
    severity,
    server: z.string(),
    drive: z.string(),
    used: z.number(),
    total: z.number(),
  }),
  /** Objects of a bucket that wait for their copy, and those whose copy failed; bytes of both. */
  z.object({
    kind: z.literal('replicationBehind'),
    severity,
    bucket: z.string(),
    /** ARN of the remote target. */
    target: z.string(),
    pending: z.int(),
    pendingBytes: z.number(),
    failed: z.int(),
    failedBytes: z.number(),
  }),
  z.object({
    kind: z.literal('replicationTargetOffline'),
    severity,
    bucket: z.string(),
    target: z.string(),
    endpoint: z.string(),
  }),
  z.object({
    kind: z.literal('notificationTargetOffline'),
    severity,
    /** Such as 'webhook'. */
    service: z.string(),
    id: z.string(),
  }),
  /** Bytes. From 80 % a warning, from 95 % critical. */
  z.object({
    kind: z.literal('bucketQuota'),
    severity,
    bucket: z.string(),
    used: z.number(),
    quota: z.number(),
  }),
  /** A service account; critical when it has expired or expires within two days, a warning two weeks before. */
  z.object({
    kind: z.literal('accessKeyExpires'),
    severity,
    accessKey: z.string(),
    /** '' for none. */
    name: z.string(),
    owner: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  /** Critical when it has expired or expires within a week, a warning a month before. */
  z.object({
    kind: z.literal('certificateExpires'),
    severity,
    /** Whose: the console's own, or the storage server's. */
    of: z.enum(['console', 'storage']),
    /** Host and port that show it. */
    host: z.string(),
    /** Whom it names. */
    subject: z.string(),
    expiresAt: z.string(),
  }),
]);
export type Finding = z.infer<typeof Finding>;

export const getAttention = endpoint({
  id: 'dashboard.attention',
  method: 'GET',
  path: '/metrics/attention',
  summary:
    'What needs attention first: servers, drives, replication, targets, quotas, keys, certificates',
  permission: storage('admin:ServerInfo'),
  response: z.object({
    /** Critical ones first, then in the order of the checks. */
    findings: z.array(Finding),
    /** Each check that was made, with all that it found, of which at most 50 are listed. */
    checked: z.array(z.object({ check: z.enum(HEALTH_CHECKS), found: z.int() })),
    /**
     * Checks that could not be made. denied: the account may not see it. unsupported: the storage server
     * does not have it. failed: the storage server did not answer; it is tried again with the next call.
     */
    unchecked: z.array(
      z.object({
        check: z.enum(HEALTH_CHECKS),
        reason: z.enum(['denied', 'unsupported', 'failed']),
      }),
    ),
  }),
  status: 200,
  errors: [...storageErrors, 'NotSupported'],
});
