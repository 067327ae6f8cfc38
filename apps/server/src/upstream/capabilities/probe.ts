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
/** Buckets that are asked, one after the other, while something is not known. */
const MAX_BUCKETS = 3;

/** What a probe needs of the storage: calls that only read. */
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

/** How each capability is asked about in a bucket; what is not here comes with the Admin API only. */
const QUESTIONS: Readonly<
  Partial<Record<Capability, (s3: ProbedServer, question: Question) => Promise<unknown>>>
> = {
  // Some servers say that versioning is off, and have none.
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

/** 'unset': the server says that nothing is configured; 'imitated': with an answer to something else. */
type Finding = 'offered' | 'unset' | 'missing' | 'imitated' | 'refused' | 'unknown';

/** What was found out. */
export interface Probe {
  readonly capabilities: Capabilities;
  /** Whether asking again would say the same: there was a bucket to ask, and it answered. */
  readonly settled: boolean;
}

/**
 * Finds out what a server without the Admin API offers, by reading: at most 28 calls in 5 s. What
 * it refuses to this account counts as offered, and so does what it does not say: the call itself
 * is answered then.
 * @throws what keeps the list of buckets from coming, beside a refusal
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
 * What means that something is not there. A server that answers one question with something else
 * is not believed when it says of others that nothing is configured: `rclone serve s3` says so of
 * all settings, and keeps none.
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

/** What servers say where nothing is configured: they know what was asked for. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set([
  'NoSuchCORSConfiguration',
  'NoSuchBucketPolicy',
  'NoSuchConfiguration',
  'NoSuchLifecycleConfiguration',
  'NoSuchTagSet',
  'ObjectLockConfigurationNotFoundError',
  'ServerSideEncryptionConfigurationNotFoundError',
]);
/** Codes that come with other statuses than 405 and 501 as well. */
const UNKNOWN_CALL: ReadonlySet<string> = new Set([
  'MethodNotAllowed',
  'NotImplemented',
  'NotSupported',
  'UnsupportedOperation',
  // A path that it has not, to a server that tells buckets by their names.
  'NotFound',
  'NoSuchKey',
]);

/** Tells what a server has not from what it refuses, and from what is not configured. */
export function findingOf({ code, status }: StorageRequestError): Finding {
  if (NOT_CONFIGURED.has(code)) return 'unset';
  // Another document, with status 200.
  if (code === 'InvalidResponse') return 'imitated';
  if (status === 501 || status === 405 || UNKNOWN_CALL.has(code)) return 'missing';
  return status === 401 || status === 403 ? 'refused' : 'unknown';
}
