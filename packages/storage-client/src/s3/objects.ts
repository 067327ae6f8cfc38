import { UNSIGNED_PAYLOAD } from '@stowage/storage-wire/sigv4';
import { objectPath } from '@stowage/storage-wire/uri';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import { type AnswerHeaders, header, type Transport } from '../transport.ts';
import { copySourceHeaders } from './copy-source.ts';
import { readObjectHeaders, writeHeaders } from './object-headers.ts';
import { readTagSet, readXml, textOf, unquote } from './read-xml.ts';
import type {
  CopyObject,
  GetObject,
  GetObjectAnswer,
  ObjectOperations,
  VersionCall,
  WrittenObject,
} from './types.ts';

type SingleObjectOperations = Omit<ObjectOperations, 'deleteObjects'>;

export function objectOperations(transport: Transport): SingleObjectOperations {
  return {
    async headObject({ bucket, key, versionId, signal }) {
      const path = objectPath(bucket, key);
      try {
        const query = { versionId };
        return readObjectHeaders(
          await transport.sendForHeaders({ method: 'HEAD', path, query, signal }),
        );
      } catch (error) {
        throw namedAbsence(error, versionId);
      }
    },

    getObject: (call) => getObject(transport, call),

    async getObjectTagging({ bucket, key, versionId, signal }) {
      const path = objectPath(bucket, key);
      const query = { tagging: '', versionId };
      const { bytes } = await transport.sendForBytes({ method: 'GET', path, query, signal });
      return readTagSet(readXml(bytes, 'Tagging'));
    },

    async putObject(call) {
      const { bucket, key, body, size, ifNoneMatch, signal } = call;
      const headers = await transport.sendForHeaders({
        method: 'PUT',
        path: objectPath(bucket, key),
        headers: {
          ...writeHeaders(call),
          'content-length': String(size),
          'if-none-match': ifNoneMatch,
        },
        body,
        payloadHash: UNSIGNED_PAYLOAD,
        transfer: true,
        signal,
      });
      return readWritten(headers);
    },

    copyObject: (call) => copyObject(transport, call),

    async deleteObject({ bucket, key, versionId, ifMatch, bypassGovernance, signal }) {
      const headers = await transport.sendForHeaders({
        method: 'DELETE',
        path: objectPath(bucket, key),
        query: { versionId },
        headers: {
          'if-match': ifMatch === undefined ? undefined : `"${ifMatch}"`,
          'x-amz-bypass-governance-retention': bypassGovernance === true ? 'true' : undefined,
        },
        signal,
      });
      return {
        deleteMarker: header(headers, 'x-amz-delete-marker') === 'true',
        versionId: header(headers, 'x-amz-version-id'),
      };
    },
  };
}

async function getObject(transport: Transport, call: GetObject): Promise<GetObjectAnswer> {
  const { bucket, key, versionId, range, ifNoneMatch, signal } = call;
  const answer = await transport.send({
    method: 'GET',
    path: objectPath(bucket, key),
    query: { versionId },
    headers: {
      range: range === undefined ? undefined : `bytes=${range.start}-${range.end ?? ''}`,
      'if-none-match': ifNoneMatch,
    },
    transfer: true,
    signal,
  });
  const { status, headers, body } = answer;
  try {
    if (status !== 200 && status !== 206 && status !== 304) {
      throw responseUnreadable(status, 'The status is unexpected.');
    }
    if (status === 206) checkRange(range, header(headers, 'content-range'));
    if (status !== 304) checkLength(status, headers);
    return { status, headers: readObjectHeaders(headers), body };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** Otherwise a wrong range could be written in place of the requested one. */
function checkRange(range: GetObject['range'], told = ''): void {
  const start = /^bytes (\d+)-/.exec(told)?.[1];
  if (range === undefined || start === undefined || Number(start) !== range.start) {
    throw responseUnreadable(206, `It is another part of the object: '${told}'.`);
  }
}

/** Without the length, a truncated object cannot be recognised. */
function checkLength(status: number, headers: AnswerHeaders): void {
  if (!/^\d+$/.test(header(headers, 'content-length') ?? '')) {
    throw responseUnreadable(status, 'It does not say how long the object is.');
  }
}

async function copyObject(
  transport: Transport,
  { bucket, key, source, replace, withoutTags, signal }: CopyObject,
): Promise<WrittenObject> {
  const { bytes, headers } = await transport.sendForBytes({
    method: 'PUT',
    path: objectPath(bucket, key),
    headers: {
      ...copySourceHeaders(source),
      ...(replace && { ...writeHeaders(replace), 'x-amz-metadata-directive': 'REPLACE' }),
      'x-amz-tagging-directive': withoutTags || replace?.tags ? 'REPLACE' : undefined,
    },
    signal,
  });
  return {
    etag: unquote(textOf(readXml(bytes, 'CopyObjectResult'), 'ETag')),
    versionId: header(headers, 'x-amz-version-id'),
  };
}

function readWritten(headers: AnswerHeaders): WrittenObject {
  return {
    etag: unquote(header(headers, 'etag') ?? ''),
    versionId: header(headers, 'x-amz-version-id'),
  };
}

/** HEAD responses have no body, so a server that sends no code in a header only reports 404. */
function namedAbsence(error: unknown, versionId: VersionCall['versionId']): unknown {
  if (!(error instanceof StorageRequestError) || error.code !== 'NotFound') {
    return error;
  }
  const code = versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion';
  return new StorageRequestError({ ...error, code, message: error.message });
}
