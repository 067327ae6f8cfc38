import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { ReplicaOrigin } from '../engine/object-replication.ts';
import type { ObjectAttributes } from '../engine/types.ts';
import { REPLICA, SOURCE, STATUS_HEADER } from '../replication/replica-headers.ts';
import { requestedVersion } from './find-object.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const ETAG = /^[0-9A-Za-z-]{1,128}$/;
/** Set by MinIO for SSE-C objects, which it sends encrypted as stored. */
const SEALED_PREFIX = 'x-minio-replication-server-side-encryption-';

/** Whether a request claims to replicate a change from another server. */
export function isReplicaRequest(request: Pick<ApiRequest, 'header'>): boolean {
  return request.header(STATUS_HEADER) === REPLICA;
}

/**
 * Reads the origin of a replicated write; undefined for other requests, whose replication headers
 * are ignored.
 *
 * @throws S3Error AccessDenied, InvalidArgument, NotImplemented, or ReplicationPermissionCheck if
 *    the request only asks whether it would be allowed
 */
export function readOrigin(
  request: ApiRequest,
  action: 's3:ReplicateObject' | 's3:ReplicateDelete' = 's3:ReplicateObject',
): ReplicaOrigin | undefined {
  if (!isReplicaRequest(request)) {
    return undefined;
  }
  request.require(action);
  if (request.header(SOURCE.check) !== undefined) {
    throw new S3Error('ReplicationPermissionCheck');
  }
  if (Object.keys(request.headers).some((name) => name.startsWith(SEALED_PREFIX))) {
    throw new S3Error('NotImplemented', 'Replicas with customer keys are not taken.');
  }
  return { ...versionOf(request), ...readTimes(request) };
}

function readTimes(request: ApiRequest): Pick<ReplicaOrigin, 'modifiedAt' | 'etag'> {
  const modifiedAt = moment(request, SOURCE.mtime);
  const etag = request.header(SOURCE.etag)?.replaceAll('"', '') || undefined;
  if (etag !== undefined && !ETAG.test(etag)) {
    throw new S3Error('InvalidArgument', `${SOURCE.etag} is no ETag.`);
  }
  return {
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(etag === undefined ? {} : { etag }),
  };
}

function versionOf(request: ApiRequest): Pick<ReplicaOrigin, 'versionId'> {
  const versionId = requestedVersion(request);
  return versionId === undefined ? {} : { versionId };
}

/** @throws S3Error InvalidArgument */
function moment(request: ApiRequest, header: string): number | undefined {
  const text = request.header(header)?.trim();
  if (text === undefined || text === '') {
    return undefined;
  }
  const value = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!(value >= 0)) {
    throw new S3Error('InvalidArgument', `${header} is no time.`);
  }
  return value;
}

/** Returns when the tags and locks of a replica last changed. */
export function changedAt(request: ApiRequest): number | undefined {
  const times = [SOURCE.tagging, SOURCE.retention, SOURCE.legalHold]
    .map((header) => moment(request, header))
    .filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Returns the replication state to store with a replica, or with the upload that becomes one.
 *
 * @throws S3Error those of `readOrigin`
 */
export function replicaAttributes(request: ApiRequest): Pick<ObjectAttributes, 'replication'> {
  const origin = readOrigin(request);
  if (origin === undefined) {
    return {};
  }
  const { versionId } = origin;
  const updatedAt = changedAt(request);
  return {
    replication: {
      replica: true,
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(versionId === undefined ? {} : { version: versionId }),
    },
  };
}

/**
 * Returns the origin given when completing an upload that was started for a replica.
 *
 * @throws S3Error AccessDenied, InvalidArgument
 */
export function originOfUpload(
  request: ApiRequest,
  { replication }: Pick<ObjectAttributes, 'replication'>,
): ReplicaOrigin | undefined {
  if (replication?.replica !== true) {
    return undefined;
  }
  request.require('s3:ReplicateObject');
  const { version } = replication;
  return { ...(version === undefined ? {} : { versionId: version }), ...readTimes(request) };
}
