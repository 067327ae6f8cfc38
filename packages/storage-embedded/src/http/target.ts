import type { IncomingMessage } from 'node:http';
import type { IncomingRequest } from '@stowage/storage-wire/incoming-request';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { decodePath, parseQuery } from '@stowage/storage-wire/uri';

/** Decoded query parameters; the first of repeated ones counts. */
export type Query = ReadonlyMap<string, string>;

/** The target of a request, parsed from its request line. */
export interface Target {
  /** As sent, for signature checks. */
  readonly rawPath: string;
  /** As sent, without '?', for signature checks. */
  readonly rawQuery: string;
  /** Decoded. */
  readonly path: string;
  /** '' for the service itself. */
  readonly bucket: string;
  /** '' for a bucket or the service. */
  readonly key: string;
  readonly query: Query;
}

/** S3's limit for a key, in UTF-8 bytes. */
const MAX_KEY_BYTES = 1024;

const EMPTY_QUERY: Query = new Map();

/**
 * Parses a path-style request target.
 *
 * @throws S3Error InvalidURI for invalid escapes, KeyTooLongError, XMinioInvalidObjectName for NUL
 */
export function parseTarget(url: string): Target {
  const target = url.charCodeAt(0) === 47 ? url : originForm(url);
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const rawQuery = mark < 0 ? '' : target.slice(mark + 1);
  const path = decodePath(rawPath);
  const slash = path.indexOf('/', 1);
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  // In Admin API paths this part is not a key, though the path may end with one.
  if (key !== '' && !path.startsWith('/minio/admin/')) {
    checkKey(key);
  }
  const query = rawQuery === '' ? EMPTY_QUERY : readQuery(rawQuery);
  return { rawPath, rawQuery, path, bucket, key, query };
}

/**
 * Checks a key against S3's limits.
 *
 * @throws S3Error KeyTooLongError, XMinioInvalidObjectName
 */
export function checkKey(key: string): void {
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError');
  }
  if (key.includes('\0')) {
    throw new S3Error('XMinioInvalidObjectName');
  }
}

function readQuery(rawQuery: string): Query {
  const query = new Map<string, string>();
  for (const [name, value] of parseQuery(rawQuery)) {
    if (!query.has(name)) {
      query.set(name, value);
    }
  }
  return query;
}

/** Proxies may send the target in absolute form. */
function originForm(url: string): string {
  const scheme = url.indexOf('://');
  if (scheme < 0) {
    throw new S3Error('InvalidURI');
  }
  const path = url.indexOf('/', scheme + 3);
  return path < 0 ? '/' : url.slice(path);
}

/** Returns the request in the form in which it was signed. */
export function incomingOf(
  { method = '', headers, rawHeaders }: IncomingMessage,
  { rawPath, rawQuery }: Target,
): IncomingRequest {
  return { method, rawPath, rawQuery, headers, rawHeaders };
}
