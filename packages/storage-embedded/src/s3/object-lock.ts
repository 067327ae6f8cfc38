import type { ConditionContext } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { requestLocks } from '../auth/brought.ts';
import type { ObjectAttributes, StoredBucket } from '../engine/types.ts';
import { isReplicaRequest } from './replication-request.ts';

export type Retention = NonNullable<ObjectAttributes['retention']>;
type LockAttributes = Pick<ObjectAttributes, 'retention' | 'legalHold'>;

/** Default retention of new objects in a bucket. */
export interface DefaultRetention {
  readonly mode: Retention['mode'];
  readonly unit: 'days' | 'years';
  readonly period: number;
}

/** Name of the settings document that holds the default retention. */
export const LOCK_SETTING = 'object-lock';

const DAY_MS = 24 * 60 * 60 * 1000;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the retention and legal hold of a new object, from its headers or the bucket's default.
 *
 * @throws S3Error InvalidRequest, AccessDenied
 */
export function readLockAttributes(request: ApiRequest, bucket: StoredBucket): LockAttributes {
  const mode = request.header('x-amz-object-lock-mode');
  const until = request.header('x-amz-object-lock-retain-until-date');
  const hold = request.header('x-amz-object-lock-legal-hold');
  if (mode === undefined && until === undefined && hold === undefined) {
    return bucket.objectLock ? defaultFor(request, bucket) : {};
  }
  requireLocking(bucket);
  if ((mode === undefined) !== (until === undefined)) {
    throw new S3Error(
      'InvalidRequest',
      'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied',
    );
  }
  if (hold !== undefined) {
    request.require('s3:PutObjectLegalHold', request.written);
  }
  return {
    ...(mode === undefined || until === undefined
      ? defaultFor(request, bucket)
      : { retention: permittedRetention(request, mode, until) }),
    ...(hold === undefined ? {} : { legalHold: parseHold(hold, 'InvalidRequest') }),
  };
}

/** @throws S3Error InvalidRequest */
export function requireLocking(bucket: StoredBucket): void {
  if (!bucket.objectLock) {
    throw new S3Error('InvalidRequest', 'Bucket is missing ObjectLockConfiguration');
  }
}

/** An invalid lock in a header causes InvalidRequest; in a document, MalformedXML. */
type LockErrorCode = 'InvalidRequest' | 'MalformedXML';

/**
 * Validates a mode and a date as sent by clients; in headers, the mode is case-insensitive.
 *
 * @param allowPast for replicas, whose retention began on another server
 * @throws S3Error with this code
 */
export function parseRetention(
  mode: string,
  until: string,
  code: LockErrorCode,
  allowPast = false,
): Retention {
  const upper = code === 'InvalidRequest' ? mode.toUpperCase() : mode;
  if (upper !== 'GOVERNANCE' && upper !== 'COMPLIANCE') {
    throw new S3Error(code, 'unknown wormMode directive');
  }
  const moment = ISO_DATE.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new S3Error(code, 'Date must be provided in ISO 8601 format');
  }
  if (moment <= Date.now() && !allowPast) {
    throw new S3Error(code, 'the retain until date must be in the future');
  }
  return { mode: upper, until: moment };
}

/** @throws S3Error with this code */
export function parseHold(status: string, code: LockErrorCode): boolean {
  const upper = status.toUpperCase();
  if (upper !== 'ON' && upper !== 'OFF') {
    throw new S3Error(code, 'unknown wormMode directive');
  }
  return upper === 'ON';
}

/** Returns the stored default retention of a bucket. */
export function storedDefault(bucket: StoredBucket): DefaultRetention | undefined {
  const text = bucket.settings[LOCK_SETTING];
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the condition keys for a retention in the body of a request. */
export function retentionFacts(retention: Retention | undefined): ConditionContext {
  return retention === undefined
    ? {}
    : requestLocks({ mode: retention.mode, until: new Date(retention.until).toISOString() });
}

function permittedRetention(request: ApiRequest, mode: string, until: string): Retention {
  request.require('s3:PutObjectRetention', request.written);
  return parseRetention(mode, until, 'InvalidRequest', isReplicaRequest(request));
}

/** A replica has exactly the retention it has at its source. */
function defaultFor(request: ApiRequest, bucket: StoredBucket): LockAttributes {
  return isReplicaRequest(request) ? {} : withRetention(storedDefault(bucket));
}

/** Returns the retention of an object to which the rule is applied now. */
export function retentionBy(rule: DefaultRetention): Retention {
  const now = new Date();
  const until =
    rule.unit === 'days'
      ? now.getTime() + rule.period * DAY_MS
      : now.setUTCFullYear(now.getUTCFullYear() + rule.period);
  return { mode: rule.mode, until };
}

function withRetention(rule: DefaultRetention | undefined): LockAttributes {
  return rule === undefined ? {} : { retention: retentionBy(rule) };
}
