import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, startFakeStorage } from '../testing/fake-storage.ts';
import { createS3Client, type S3Client } from './client.ts';

/** Returns a client of a server with this response, and the requests it received. */
async function answered(
  answer: string | ((request: IncomingMessage, response: ServerResponse) => void),
): Promise<{ s3: S3Client; asked: string[] }> {
  const asked: string[] = [];
  const fake = await startFakeStorage((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  onTestFinished(fake.stop);
  return { s3: createS3Client(fake.options), asked };
}

const unreadable = (message: RegExp) => ({
  name: 'StorageRequestError',
  code: 'InvalidResponse',
  message: expect.stringMatching(message),
});

const listing = (content: string) => `<ListBucketResult>${content}</ListBucketResult>`;
const versions = (content: string) => `<ListVersionsResult>${content}</ListVersionsResult>`;
const object = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
const version = (key: string) => `<Version><Key>${key}</Key><Size>1</Size></Version>`;
const folder = (prefix: string) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`;
const CUT_OFF = '<IsTruncated>true</IsTruncated>';

describe('a listing that goes astray is no listing', () => {
  it.each([
    ['an object', object('a/x') + object('b/x')],
    ['a folder', object('a/x') + folder('b/')],
    ['a name that begins like the folder', object('ab')],
  ])('of what is outside its prefix: %s', async (_, content) => {
    const call = { bucket: 'b', prefix: 'a/' };
    const { s3 } = await answered(listing(content));
    expect(await failure(s3.listObjects(call))).toMatchObject(unreadable(/begin with 'a\/'/));
  });

  it.each([
    ['an object', listing(object('a') + object(''))],
    ['a folder', listing(folder(''))],
  ])('with %s that has no name, and so is the bucket', async (_, answer) => {
    const { s3 } = await answered(answer);
    expect(await failure(s3.listObjects({ bucket: 'b' }))).toMatchObject(
      unreadable(/without a name/),
    );
  });

  it.each([
    ['object', '<Upload><Key></Key><UploadId>u</UploadId></Upload>'],
    ['id', '<Upload><Key>k</Key><UploadId></UploadId></Upload>'],
  ])('of an upload without its %s, by which giving it up would delete more', async (_, upload) => {
    const { s3 } = await answered(
      `<ListMultipartUploadsResult>${upload}</ListMultipartUploadsResult>`,
    );
    const call = { bucket: 'b' };
    expect(await failure(s3.listMultipartUploads(call))).toMatchObject(unreadable(/is missing/));
  });

  it('of versions outside its prefix', async () => {
    const { s3 } = await answered(versions(version('a/x') + version('b/x')));
    const call = { bucket: 'b', prefix: 'a/' };
    expect(await failure(s3.listObjectVersions(call))).toMatchObject(unreadable(/lists 'b\/x'/));
  });

  it('that begins again where it was to go on', async () => {
    const { s3 } = await answered(listing(object('a') + object('b')));
    const call = { bucket: 'b', startAfter: 'a' };
    expect(await failure(s3.listObjects(call))).toMatchObject(unreadable(/not behind 'a'/));
  });

  it('that is cut off and names no place to go on', async () => {
    const message = unreadable(/does not say where/);
    const { s3 } = await answered(listing(object('a') + CUT_OFF));
    expect(await failure(s3.listObjects({ bucket: 'b' }))).toMatchObject(message);
    const other = await answered(versions(version('a') + CUT_OFF));
    expect(await failure(other.s3.listObjectVersions({ bucket: 'b' }))).toMatchObject(message);
  });

  it('that goes on where its page began', async () => {
    const token = '<NextContinuationToken>t</NextContinuationToken>';
    const { s3 } = await answered(listing(object('a') + CUT_OFF + token));
    expect(await s3.listObjects({ bucket: 'b' })).toMatchObject({ nextToken: 't' });
    expect(await failure(s3.listObjects({ bucket: 'b', continuationToken: 't' }))).toMatchObject(
      unreadable(/where its page began/),
    );
  });

  it('of versions that goes on where its page began', async () => {
    const place = '<NextKeyMarker>k</NextKeyMarker><NextVersionIdMarker>v</NextVersionIdMarker>';
    const { s3 } = await answered(versions(version('k') + CUT_OFF + place));
    const call = { bucket: 'b', keyMarker: 'k', versionIdMarker: 'u' };
    expect(await s3.listObjectVersions(call)).toMatchObject({ nextVersionIdMarker: 'v' });
    expect(await failure(s3.listObjectVersions({ ...call, versionIdMarker: 'v' }))).toMatchObject(
      unreadable(/where its page began/),
    );
  });

  it.each([
    ['at the same part', '<NextPartNumberMarker>7</NextPartNumberMarker>'],
    ['nowhere', ''],
    [
      'behind the last part that there can be',
      '<NextPartNumberMarker>10001</NextPartNumberMarker>',
    ],
  ])('of parts that goes on %s', async (_, marker) => {
    const { s3 } = await answered(`<ListPartsResult>${CUT_OFF}${marker}</ListPartsResult>`);
    const call = { bucket: 'b', key: 'k', uploadId: 'u', afterPartNumber: 7 };
    expect(await failure(s3.listParts(call))).toMatchObject(unreadable(/cannot go on/));
  });

  it('of buckets is read to its end, and not without one', async () => {
    const page = (name: string, token = '') =>
      `<ListAllMyBucketsResult><Buckets><Bucket><Name>${name}</Name></Bucket></Buckets>` +
      `${token && `<ContinuationToken>${token}</ContinuationToken>`}</ListAllMyBucketsResult>`;
    const { s3, asked } = await answered((request, response) => {
      response.end(request.url === '/' ? page('a', 't 1') : page('b'));
    });
    expect((await s3.listBuckets()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(asked).toEqual(['GET /', 'GET /?continuation-token=t%201']);
    const endless = await answered(page('a', 't'));
    expect(await failure(endless.s3.listBuckets())).toMatchObject(
      unreadable(/where its page began/),
    );
    const fresh = await answered((_, response) => response.end(page('a', `${Math.random()}`)));
    expect(await failure(fresh.s3.listBuckets())).toMatchObject(unreadable(/does not end/));
  });

  it('but may hold names that are not UTF-8', async () => {
    const encoded = '<EncodingType>url</EncodingType>';
    const { s3 } = await answered(listing(encoded + object('a%2F%FF')));
    const { objects } = await s3.listObjects({ bucket: 'b', prefix: 'a/', startAfter: 'a/0' });
    expect(objects).toMatchObject([{ key: 'a%2F%FF' }]);
  });
});

describe('what was not done does not pass for done', () => {
  it.each(['PUT', 'DELETE'])(
    'where a %s is answered as if it had asked for news',
    async (method) => {
      const { s3 } = await answered((_, response) => response.writeHead(304).end());
      const call = { bucket: 'b', key: 'k' };
      const answer =
        method === 'PUT'
          ? s3.putObject({ ...call, body: Buffer.from('x'), size: 1, ifNoneMatch: '*' })
          : s3.deleteObject(call);
      expect(await failure(answer)).toMatchObject({ name: 'StorageRequestError', status: 304 });
    },
  );

  const page = '<!DOCTYPE html>\n<html><title>Back soon</title></html>';
  const late = '<?xml version="1.0"?>\n<Error><Code>SlowDown</Code><Message>no</Message></Error>';
  const changes: [string, (s3: S3Client) => Promise<unknown>][] = [
    ['deletion', (s3) => s3.deleteObject({ bucket: 'b', key: 'k' })],
    ['bucket', (s3) => s3.makeBucket({ bucket: 'b' })],
    ['file', (s3) => s3.putObject({ bucket: 'b', key: 'k', body: Buffer.from('x'), size: 1 })],
  ];

  it.each(changes)('where a %s is answered by a 200 with an error', async (_, change) => {
    const { s3 } = await answered(late);
    expect(await failure(change(s3))).toMatchObject({ code: 'SlowDown', status: 503 });
  });

  it.each(changes)('where a %s is answered by the page of a proxy', async (_, change) => {
    const { s3 } = await answered(page);
    expect(await failure(change(s3))).toMatchObject(unreadable(/is a web page/));
  });

  it('where a file is answered before it was sent', async () => {
    const { s3 } = await answered((request) => {
      request.once('data', () => {
        request.pause();
        request.socket.write('HTTP/1.1 200 OK\r\nETag: "e"\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const pieces = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
    const file = { body: Readable.from(pieces), size: 64 * 1024 * 1024 };
    expect(await failure(s3.putObject({ bucket: 'b', key: 'k', ...file }))).toMatchObject(
      unreadable(/before everything was sent/),
    );
  });

  it('where a policy is none', async () => {
    const { s3 } = await answered('<Error><Code>InternalError</Code></Error>');
    expect(await failure(s3.getBucketPolicy({ bucket: 'b' }))).toMatchObject(unreadable(/JSON/));
  });

  it('where a refusal names another object than those to delete', async () => {
    const { s3 } = await answered(
      '<DeleteResult><Error><Key>other</Key><Code>AccessDenied</Code></Error></DeleteResult>',
    );
    expect(await failure(s3.deleteObjects({ bucket: 'b', objects: [{ key: 'a' }] }))).toMatchObject(
      unreadable(/'other', which was not asked for: AccessDenied/),
    );
  });

  it('where an answer that names all deleted objects leaves one out', async () => {
    const { s3 } = await answered('<DeleteResult><Deleted><Key>a</Key></Deleted></DeleteResult>');
    const call = { bucket: 'b', objects: [{ key: 'a' }, { key: 'b' }], reportMarkers: true };
    expect(await s3.deleteObjects(call)).toEqual({
      failures: [expect.objectContaining({ key: 'b', code: 'InvalidResponse' })],
      markers: [],
    });
  });

  it('where an upload begins without an id, by which its end would delete the object', async () => {
    const { s3 } = await answered('<InitiateMultipartUploadResult/>');
    expect(await failure(s3.createMultipartUpload({ bucket: 'b', key: 'k' }))).toMatchObject(
      unreadable(/UploadId is missing/),
    );
  });
});

describe('bytes of an object are those that were asked for', () => {
  const call = { bucket: 'b', key: 'k' };

  it.each([
    ['a part of the whole', undefined, 'bytes 0-2/9'],
    ['another part', { start: 3 }, 'bytes 0-2/9'],
    ['a part that nobody knows', { start: 0, end: 2 }, undefined],
  ])('and not %s', async (_, range, contentRange) => {
    const { s3 } = await answered((_request, response) => {
      if (contentRange !== undefined) response.setHeader('content-range', contentRange);
      response.writeHead(206, { 'content-length': 3 }).end('abc');
    });
    expect(await failure(s3.getObject({ ...call, range }))).toMatchObject(
      unreadable(/another part/),
    );
  });

  it('and not as many as happen to come', async () => {
    const { s3 } = await answered((_, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('abc');
    });
    expect(await failure(s3.getObject(call))).toMatchObject(unreadable(/does not say how long/));
  });
});
