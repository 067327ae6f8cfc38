import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** The checks, in the order in which findings of equal severity are listed. */
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

/** Maximum number of listed findings per check; the total is reported separately. */
export const MAX_FINDINGS = 50;

/** critical: something is broken or data is at risk now. warning: it soon will be. */
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
  /** Bytes. Warning at 80 %, critical at 90 %. */
  z.object({
    kind: z.literal('driveFull'),
    severity,
    server: z.string(),
    drive: z.string(),
    used: z.number(),
    total: z.number(),
  }),
  /** Objects of a bucket whose replication is pending or failed; bytes of both. */
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
  /** Bytes. Warning at 80 %, critical at 95 %. */
  z.object({
    kind: z.literal('bucketQuota'),
    severity,
    bucket: z.string(),
    used: z.number(),
    quota: z.number(),
  }),
  /**
   * A service account: critical once expired or within two days of expiry, a warning from two weeks
   * before.
   */
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
  /** Critical once expired or within a week of expiry, a warning from a month before. */
  z.object({
    kind: z.literal('certificateExpires'),
    severity,
    /** The certificate's owner: the console or the storage server. */
    of: z.enum(['console', 'storage']),
    /** Host and port that present it. */
    host: z.string(),
    /** The certificate's subject. */
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
    /** Each completed check with its number of findings, of which at most 50 are listed. */
    checked: z.array(z.object({ check: z.enum(HEALTH_CHECKS), found: z.int() })),
    /**
     * Checks that could not be completed. denied: the account lacks the permission. unsupported:
     * the storage server lacks the feature. failed: the storage server did not answer; the next
     * call retries it.
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
