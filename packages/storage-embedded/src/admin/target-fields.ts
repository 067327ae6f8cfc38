import { recordOf } from '@stowage/domain/record-of';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { RemoteTarget } from '../replication/remote-target.ts';
import { isBucketName } from '../s3/bucket-names.ts';
import type { JsonObject } from './payloads.ts';

/** A target as a client specifies it. */
export type WantedTarget = Omit<
  RemoteTarget,
  'sourceBucket' | 'resetBeforeDate' | 'resetId' | 'plain'
>;

const MAX_TEXT = 1024;
/** A host name or address with an optional port, and nothing else. */
const ENDPOINT =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;
const STORAGE_CLASSES = new Set(['', 'STANDARD', 'REDUCED_REDUNDANCY']);
const PATHS = new Set(['', 'on', 'off', 'auto']);
const REGION = /^[A-Za-z0-9-]{0,64}$/;

/**
 * Reads MinIO's BucketTarget.
 *
 * @throws S3Error XMinioAdminConfigBadJSON
 */
export function readTarget(json: JsonObject): WantedTarget {
  const credentials = recordOf(json.credentials);
  const target: WantedTarget = {
    arn: text(json.arn),
    type: text(json.type),
    endpoint: text(json.endpoint).toLowerCase(),
    secure: json.secure === true,
    accessKey: text(credentials.accessKey),
    secretKey: text(credentials.secretKey),
    sessionToken: text(credentials.sessionToken),
    targetBucket: text(json.targetbucket),
    region: text(json.region),
    path: text(json.path),
    api: text(json.api),
    bandwidthLimit: amount(json.bandwidthlimit),
    sync: json.replicationSync === true,
    storageClass: text(json.storageclass),
    healthCheckDuration: amount(json.healthCheckDuration),
    disableProxy: json.disableProxy === true,
  };
  if (
    !ENDPOINT.test(target.endpoint) ||
    !URL.canParse(`http://${target.endpoint}`) ||
    !isBucketName(target.targetBucket) ||
    !REGION.test(target.region) ||
    !PATHS.has(target.path) ||
    !STORAGE_CLASSES.has(target.storageClass) ||
    target.accessKey === '' ||
    /[^!-~]/.test(target.accessKey + target.sessionToken)
  ) {
    throw new S3Error('XMinioAdminConfigBadJSON', 'The remote target is not valid.');
  }
  return target;
}

function text(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value !== 'string' || value.length > MAX_TEXT) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  return value;
}

function amount(value: unknown): number {
  if (value === undefined || value === null) {
    return 0;
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  return value;
}
