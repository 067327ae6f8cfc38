import type { IncomingHttpHeaders } from 'node:http';
import { separateValues } from '@stowage/storage-wire/incoming-request';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest, MessageFacts } from '../api-request.ts';
import type { ObjectAttributes, StoredBucket } from '../engine/types.ts';
import { newEncryption } from './encryption/content.ts';
import { refuseCopySourceKey } from './encryption/read-wish.ts';
import { readLockAttributes } from './object-lock.ts';
import { isReplicaRequest, replicaAttributes } from './replication-request.ts';
import { parseTagging } from './tagging.ts';

const META_PREFIX = 'x-amz-meta-';
/** S3's limit for user metadata in bytes, names and values together. */
const MAX_METADATA_BYTES = 2048;
const STORAGE_CLASSES = new Set(['STANDARD', 'REDUCED_REDUNDANCY']);
/** Redirect target of an object that is served as a web page. */
export const REDIRECT = 'x-amz-website-redirect-location';
const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
  REDIRECT,
];

const DEFAULT_CONTENT_TYPE = 'binary/octet-stream';

/** What describes an object apart from its bytes and can be replaced by a copy. */
export type Description = Pick<ObjectAttributes, 'contentType' | 'headers' | 'metadata'>;

/**
 * Builds an object's attributes from the headers of an upload.
 *
 * @throws S3Error MetadataTooLarge, InvalidTag, InvalidStorageClass, InvalidRequest,
 *    InvalidArgument, NotImplemented and KMS.NotFoundException (encryption), AccessDenied (tags and
 *    locks need separate permissions)
 */
export function readAttributes(request: ApiRequest, bucket: StoredBucket): ObjectAttributes {
  refuseCopySourceKey(request);
  return {
    ...readDescription(request),
    tags: readTags(request),
    storageClass: readStorageClass(request) ?? 'STANDARD',
    ...readLockAttributes(request, bucket),
    ...newEncryption(request, bucket),
    ...replicaAttributes(request),
  };
}

/** @throws S3Error MetadataTooLarge, InvalidRedirectLocation */
export function readDescription({ headers, message }: ApiRequest): Description {
  return {
    contentType: headers['content-type'] ?? DEFAULT_CONTENT_TYPE,
    headers: keptHeaders(headers),
    metadata: userMetadata(headers, message.rawHeaders),
  };
}

/** @throws S3Error InvalidTag, AccessDenied */
export function readTags(request: ApiRequest): ObjectAttributes['tags'] {
  const header = request.header('x-amz-tagging');
  if (header === undefined || header === '') {
    return {};
  }
  const action = isReplicaRequest(request) ? 's3:ReplicateTags' : 's3:PutObjectTagging';
  request.require(action, request.written);
  return parseTagging(header);
}

/** @throws S3Error InvalidStorageClass */
export function readStorageClass(request: ApiRequest): string | undefined {
  const storageClass = request.header('x-amz-storage-class') || undefined;
  if (storageClass !== undefined && !STORAGE_CLASSES.has(storageClass)) {
    throw new S3Error('InvalidStorageClass');
  }
  return storageClass;
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') {
      kept[name] = value;
    }
  }
  if (kept[REDIRECT] !== undefined && !/^(?:\/|https?:\/\/)/.test(kept[REDIRECT])) {
    throw new S3Error('InvalidRedirectLocation');
  }
  if (kept['content-encoding'] !== undefined) {
    const encoding = withoutChunking(kept['content-encoding']);
    if (encoding === '') {
      delete kept['content-encoding'];
    } else {
      kept['content-encoding'] = encoding;
    }
  }
  return kept;
}

/** Removes aws-chunked, which encodes only the transfer. */
function withoutChunking(encoding: string): string {
  return encoding
    .split(',')
    .filter((part) => part.trim() !== 'aws-chunked' && part.trim() !== '')
    .join(',')
    .trim();
}

/** Joins the values of a repeated name with commas, as S3 does. */
function userMetadata(
  headers: IncomingHttpHeaders,
  rawHeaders: MessageFacts['rawHeaders'],
): Record<string, string> {
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const name in headers) {
    const sent = headers[name];
    if (name.startsWith(META_PREFIX) && sent !== undefined) {
      const value = separateValues(name, sent, rawHeaders).join(',');
      size += name.length + value.length;
      metadata[name.slice(META_PREFIX.length)] = value;
    }
  }
  if (size > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge');
  }
  return metadata;
}
