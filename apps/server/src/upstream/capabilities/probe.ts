import {
  type Capabilities,
  type Capability,
  capabilitiesWhere,
} from '@stowage/domain/capabilities';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { hasCode } from '../has-code.ts';

/** For all the calls together. */
const WITHIN_MS = 5_000;
/** Buckets queried one after another while some capability is unknown. */
const MAX_BUCKETS = 3;

/** The storage calls of a probe, which only read. */
export type ProbedServer = Pick<
  S3Client,
  | 'listBuckets'
  | 'getBucketVersioning'
  | 'listObjectVersions'
  | 'getObjectLockConfiguration'
  | 'getBucketTagging'
  | 'getBucketPolicy'
  | 'getLifecycleDocument'
  | 'getBucketCors'
  | 'getBucketNotification'
  | 'getBucketEncryption'
>;

interface Question {
  readonly bucket: string;
  readonly signal: AbortSignal;
}

/** The query for each capability in a bucket; the others require the Admin API. */
const QUESTIONS: Readonly<
  Partial<Record<Capability, (s3: ProbedServer, question: Question) => Promise<unknown>>>
> = {
  // Some servers report versioning as off without supporting it.
  versioning: async (s3, question) => {
    await s3.getBucketVersioning(question);
    await s3.listObjectVersions({ ...question, maxKeys: 1 });
  },
  locking: (s3, question) => s3.getObjectLockConfiguration(question),
  tags: (s3, question) => s3.getBucketTagging(question),
  policy: (s3, question) => s3.getBucketPolicy(question),
  lifecycle: async (s3, question) => {
    const document = await s3.getLifecycleDocument(question);
    return document === undefined ? 'unset' : 'offered';
  },
  cors: (s3, question) => s3.getBucketCors(question),
  notifications: (s3, question) => s3.getBucketNotification(question),
  encryption: (s3, question) => s3.getBucketEncryption(question),
};

/**
 * 'unset': the server reports that nothing is configured; 'imitated': it responds with something
 * else.
 */
type Finding = 'offered' | 'unset' | 'missing' | 'imitated' | 'refused' | 'unknown';

/** The result of a probe. */
export interface Probe {
  readonly capabilities: Capabilities;
  /**
   * Whether repeating the probe would give the same result: there was a bucket to query, and it
   * responded.
   */
  readonly settled: boolean;
}

/**
 * Determines what a server without the Admin API supports, by read-only calls: at most 28 in 5 s.
 * Whatever it denies to this account counts as supported, as does anything undetermined: the actual
 * call will show.
 * @throws errors of the bucket list other than a denial
 */
export async function probeCapabilities(s3: ProbedServer): Promise<Probe> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const findings = new Map<Capability, Finding>();
  const buckets = await s3.listBuckets({ signal }).catch(noneIfRefused);
  for (const { name: bucket } of buckets.slice(0, MAX_BUCKETS)) {
    const open = Object.entries(QUESTIONS).filter(
      ([name]) => !isSure(findings.get(name as Capability)),
    );
    await Promise.all(
      open.map(async ([name, ask]) => {
        findings.set(name as Capability, await find(ask(s3, { bucket, signal })));
      }),
    );
  }
  const all = [...findings.values()];
  const without = MISSING[all.includes('imitated') ? 'imitation' : 'server'];
  return {
    capabilities: capabilitiesWhere(
      (name) => name in QUESTIONS && !without.has(findings.get(name) ?? 'unknown'),
    ),
    settled: all.length > 0 && !all.includes('unknown'),
  };
}

/**
 * The findings that mean a missing capability. If a server imitates one response, it is not
 * believed when it reports others as not configured: `rclone serve s3` does so for all settings,
 * and stores none.
 */
const MISSING: Readonly<Record<'server' | 'imitation', ReadonlySet<Finding>>> = {
  server: new Set(['missing']),
  imitation: new Set(['missing', 'imitated', 'unset']),
};

function isSure(finding: Finding | undefined): boolean {
  return finding !== undefined && finding !== 'refused' && finding !== 'unknown';
}

function noneIfRefused(error: unknown): [] {
  if (hasCode(error, 'AccessDenied')) return [];
  throw error;
}

async function find(answer: Promise<unknown>): Promise<Finding> {
  try {
    return (await answer) === 'unset' ? 'unset' : 'offered';
  } catch (error) {
    return error instanceof StorageRequestError ? findingOf(error) : 'unknown';
  }
}

/** Error codes for settings that are not configured: the server understands the call. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set([
  'NoSuchCORSConfiguration',
  'NoSuchBucketPolicy',
  'NoSuchConfiguration',
  'NoSuchLifecycleConfiguration',
  'NoSuchTagSet',
  'ObjectLockConfigurationNotFoundError',
  'ServerSideEncryptionConfigurationNotFoundError',
]);
/** Codes that also occur with statuses other than 405 and 501. */
const UNKNOWN_CALL: ReadonlySet<string> = new Set([
  'MethodNotAllowed',
  'NotImplemented',
  'NotSupported',
  'UnsupportedOperation',
  // A missing path, to a server that identifies buckets by host name.
  'NotFound',
  'NoSuchKey',
]);

/** Distinguishes missing capabilities from denials and from settings that are not configured. */
export function findingOf({ code, status }: StorageRequestError): Finding {
  if (NOT_CONFIGURED.has(code)) return 'unset';
  // A different document with status 200.
  if (code === 'InvalidResponse') return 'imitated';
  if (status === 501 || status === 405 || UNKNOWN_CALL.has(code)) return 'missing';
  return status === 401 || status === 403 ? 'refused' : 'unknown';
}
