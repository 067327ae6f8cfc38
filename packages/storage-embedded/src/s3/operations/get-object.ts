import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type { ByteRange, StoredChecksum, StoredObject } from '../../engine/types.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Reply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumReplyHeaders } from '../checksum-headers.ts';
import { evaluateConditions } from '../conditions.ts';
import { readingKey } from '../encryption/content.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import { objectHeaders, validatorHeaders } from '../object-headers.ts';
import type { Operation } from '../operation.ts';
import { parseRange } from '../ranges.ts';
import { readContent } from '../read-content.ts';
import { applyOverrides, hasOverrides } from '../response-overrides.ts';
import { tellOfRead } from '../tell-of-read.ts';

export const getObject: Operation = {
  name: 'GetObject',
  action: readAction,
  refusal: absence,
  run: async (request) => {
    const { object, dataKey, range, reply } = describe(request);
    tellOfRead(request, object, 'Get');
    if (object.size === 0) {
      return { ...reply, body: '' };
    }
    const content = readContent(request.store, object, { range, dataKey });
    return content instanceof Promise
      ? { ...reply, body: await content }
      : withLength(reply, object, range, await begun(content));
  },
};

/** Waits for the first bytes, so that unreadable content results in an error response. */
async function begun(content: Readable): Promise<Readable> {
  await once(content, 'readable');
  return content;
}

export const headObject: Operation = {
  name: 'HeadObject',
  action: readAction,
  refusal: absence,
  run: (request) => {
    const { object, range, reply } = describe(request);
    tellOfRead(request, object, 'Head');
    return withLength(reply, object, range);
  },
};

function readAction({ query }: ApiRequest): string {
  return query.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject';
}

/**
 * Callers who may list a key learn that the object does not exist, even without permission to read
 * it.
 */
function absence(request: ApiRequest): S3Error | undefined {
  const { bucket, key, query, store } = request;
  const listing = { bucket, key: '', facts: { prefix: [key] } };
  return store.engine.getBucket(bucket) !== undefined &&
    !query.has('versionId') &&
    request.allows('s3:ListBucket', listing) &&
    store.engine.getObject(bucket, key) === undefined
    ? new S3Error('NoSuchKey')
    : undefined;
}

interface Described {
  readonly object: StoredObject;
  /** Set for an encrypted object. */
  readonly dataKey: Uint8Array | undefined;
  readonly range: ByteRange | undefined;
  readonly reply: Reply;
}

/** Returns the response without its body. */
function describe(request: ApiRequest): Described {
  const bucket = existingBucket(request);
  const object = existingObject(request, bucket, requestedVersion(request));
  const dataKey = readingKey(request, object);
  checkConditions(request, object);
  const headers = objectHeaders(object, bucket);
  if (dataKey !== undefined) {
    headers.push(...encryptionHeaders(request, object));
  }
  const range = requestedRange(request, object, headers);
  if (range === undefined) {
    addChecksum(request, object.checksum, headers);
  } else {
    headers.push('Content-Range', `bytes ${range.start}-${range.end}/${object.size}`);
  }
  headers.push('Content-Type', object.contentType);
  return {
    object,
    dataKey,
    range,
    reply: {
      status: range === undefined ? 200 : 206,
      headers: hasOverrides(request.query) ? applyOverrides(request, headers) : headers,
    },
  };
}

function withLength(
  reply: Reply,
  object: StoredObject,
  range: ByteRange | undefined,
  body?: Reply['body'],
): Reply {
  const length = range === undefined ? object.size : range.end - range.start + 1;
  const headers = [...reply.headers, 'Content-Length', String(length)];
  return { status: reply.status, headers, ...(body === undefined ? {} : { body }) };
}

function checkConditions({ headers }: ApiRequest, object: StoredObject): void {
  const outcome = evaluateConditions(
    {
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
      ifUnmodifiedSince: headers['if-unmodified-since'],
    },
    object,
  );
  if (outcome !== 'holds') {
    const code = outcome === 'failed' ? 'PreconditionFailed' : 'NotModified';
    throw new Refusal(code, { headers: validatorHeaders(object) });
  }
}

/** Adds x-amz-mp-parts-count if a part was requested. */
function requestedRange(
  request: ApiRequest,
  object: StoredObject,
  headers: string[],
): ByteRange | undefined {
  const { range } = request.headers;
  if (request.query.has('partNumber')) {
    if (range !== undefined) {
      throw new S3Error(
        'InvalidRequest',
        'Cannot specify both Range header and partNumber query parameter',
      );
    }
    return partRange(request, object, headers);
  }
  if (range === undefined || !rangeIsCurrent(request.header('if-range'), object)) {
    return undefined;
  }
  const parsed = parseRange(range, object.size);
  if (parsed === 'unsatisfiable') {
    throw new Refusal('InvalidRange', { headers: ['Content-Range', `bytes */${object.size}`] });
  }
  return parsed;
}

/** A range of a different version of the content would not fit what the client already has. */
function rangeIsCurrent(ifRange: string | undefined, object: StoredObject): boolean {
  return (
    ifRange === undefined ||
    ifRange === `"${object.etag}"` ||
    ifRange === new Date(object.modifiedAt).toUTCString()
  );
}

function partRange(
  request: ApiRequest,
  object: StoredObject,
  headers: string[],
): ByteRange | undefined {
  const text = request.query.get('partNumber') ?? '';
  const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 10_000) {
    throw new S3Error(
      'InvalidArgument',
      'Part number must be an integer between 1 and 10000, inclusive',
    );
  }
  const { size, checksum } = object;
  const parts = object.parts ?? [{ number: 1, size, ...(checksum ? { checksum } : {}) }];
  if (object.parts !== undefined) {
    headers.push('x-amz-mp-parts-count', String(parts.length));
  }
  let start = 0;
  for (const part of parts) {
    if (part.number === number) {
      const type = checksum?.type ?? 'FULL_OBJECT';
      addChecksum(request, part.checksum && { ...part.checksum, type }, headers);
      return part.size === 0 ? undefined : { start, end: start + part.size - 1 };
    }
    start += part.size;
  }
  throw new S3Error('InvalidPartNumber');
}

function addChecksum(
  request: ApiRequest,
  checksum: StoredChecksum | undefined,
  headers: string[],
): void {
  const mode = request.headers['x-amz-checksum-mode'];
  if (checksum !== undefined && mode !== undefined && String(mode).toUpperCase() === 'ENABLED') {
    headers.push(...checksumReplyHeaders(checksum));
  }
}
