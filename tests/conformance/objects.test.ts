import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Client } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { content, KIB, MIB } from './support/content.ts';
import { headerText, md5, requestTarget, send, signedHeaders } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

async function put(Key: string, Body: Uint8Array | string, more = {}) {
  return server.s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
}

async function read(Key: string, more = {}): Promise<Buffer> {
  const { Body } = await server.s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('objects', () => {
  it.each([0, 1, 100, 64 * KIB, MIB + 7, 17 * MIB + 3])(
    'of %i bytes come back as they were',
    async (size) => {
      const body = content(size, size + 1);
      const Key = `sizes/${size}`;
      const stored = await put(Key, body);
      expect(stored.ETag).toBe(`"${md5(body)}"`);
      expect((await read(Key)).equals(body)).toBe(true);
      const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
      expect(head).toMatchObject({ ContentLength: size, ETag: `"${md5(body)}"` });
      expect(head.LastModified?.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(head.AcceptRanges).toBe('bytes');
    },
  );

  it('are taken as streams of known length', async () => {
    const body = content(3 * MIB + 11);
    const pieces = Readable.from([body.subarray(0, 1000), body.subarray(1000)]);
    await server.s3.send(
      new PutObjectCommand({ Bucket, Key: 'stream', Body: pieces, ContentLength: body.length }),
    );
    expect((await read('stream')).equals(body)).toBe(true);
  });

  it('are replaced as a whole', async () => {
    await put('replaced', 'a long first text', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    await put('replaced', 'second');
    const { Body, Metadata, ContentType } = await server.s3.send(
      new GetObjectCommand({ Bucket, Key: 'replaced' }),
    );
    expect(await Body?.transformToString()).toBe('second');
    expect(Metadata).toEqual({});
    expect(ContentType).not.toBe('text/plain');
  });

  it('are deleted, and deleting what is not there is no error', async () => {
    await put('doomed', 'x');
    await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'doomed' }));
    expect(await failure(server.s3.send(new GetObjectCommand({ Bucket, Key: 'doomed' })))).toEqual({
      code: 'NoSuchKey',
      status: 404,
    });
    const again = await send(server.target, { method: 'DELETE', bucket: Bucket, key: 'doomed' });
    expect(again.status).toBe(204);
    expect(await failure(server.s3.send(new HeadObjectCommand({ Bucket, Key: 'doomed' })))).toEqual(
      {
        code: 'NotFound',
        status: 404,
      },
    );
  });

  it('may stand at a key that ends in a slash', async () => {
    await put('folder/', '');
    await put('folder/inside', 'x');
    expect(await read('folder/')).toHaveLength(0);
    await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'folder/' }));
    expect((await read('folder/inside')).toString()).toBe('x');
  });

  it('keep the headers that describe them', async () => {
    const headers = {
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a b.html"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      Expires: new Date('2030-01-02T03:04:05Z'),
    };
    await put('described', 'x', headers);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'described' }));
    const { Expires, ...texts } = headers;
    expect(head).toMatchObject(texts);
    expect(new Date(head.ExpiresString ?? '')).toEqual(Expires);
  });

  it('have a content type even when none was given', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'untyped',
      body: 'x',
    });
    expect(response.status).toBe(200);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'untyped' }));
    expect(head.ContentType).toMatch(/^(application|binary)\/octet-stream$/);
  });

  it('answer with other headers when the reader asks for them', async () => {
    await put('renamed', 'x');
    const answer = await server.s3.send(
      new GetObjectCommand({
        Bucket,
        Key: 'renamed',
        ResponseContentType: 'text/plain',
        ResponseContentDisposition: 'attachment; filename="x.txt"',
        ResponseCacheControl: 'no-cache',
        ResponseContentLanguage: 'fr',
        ResponseContentEncoding: 'identity',
      }),
    );
    expect(answer).toMatchObject({
      ContentType: 'text/plain',
      ContentDisposition: 'attachment; filename="x.txt"',
      CacheControl: 'no-cache',
      ContentLanguage: 'fr',
      ContentEncoding: 'identity',
    });
  });
});

describe('user metadata', () => {
  it('comes back with its names in lower case', async () => {
    await put('metadata', 'x', { Metadata: { Colour: 'Blue', 'two-words': 'a b  c' } });
    const { Metadata } = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'metadata' }));
    expect(Metadata).toEqual({ colour: 'Blue', 'two-words': 'a b  c' });
  });

  it('may hold any text in UTF-8', async () => {
    const text = 'Grüße, 世界 😀';
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'unicode',
      body: 'x',
      headers: { 'x-amz-meta-title': text },
    });
    expect(response.status).toBe(200);
    const head = await send(server.target, { method: 'HEAD', bucket: Bucket, key: 'unicode' });
    expect(headerText(head, 'x-amz-meta-title')).toBe(text);
  });

  it('that is sent in several headers of one name is kept with commas between', async () => {
    const headers = ['x-amz-meta-colour', 'red, dark', 'X-Amz-Meta-Colour', 'blue'];
    const names = { 'x-amz-meta-colour': 'red, dark,blue' };
    const request = { method: 'PUT', bucket: Bucket, key: 'several', body: 'x', headers: names };
    const { 'x-amz-meta-colour': _, ...rest } = signedHeaders(server.target, request);
    const client = new Client(server.target.endpoint);
    const { statusCode } = await client.request({
      method: 'PUT',
      path: requestTarget(request),
      headers: [...Object.entries(rest).flat(), ...headers],
      body: 'x',
    });
    await client.close();
    expect(statusCode).toBe(200);
    const head = await send(server.target, { method: 'HEAD', bucket: Bucket, key: 'several' });
    expect(headerText(head, 'x-amz-meta-colour')).toBe('red, dark,blue');
  });

  it('is refused when there is too much of it', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'chatty',
      body: 'x',
      headers: { 'x-amz-meta-a': 'x'.repeat(2_100), 'x-amz-meta-b': 'x'.repeat(1_000) },
    });
    expect(response).toMatchObject({ status: 400, code: 'MetadataTooLarge' });
    expect((await send(server.target, { bucket: Bucket, key: 'chatty' })).code).toBe('NoSuchKey');
  });
});

describe('ranges', () => {
  const size = 2 * MIB + 5;
  const body = content(size, 9);

  beforeAll(async () => {
    await put('ranged', body);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=1048570-1048590', 1_048_570, 1_048_591],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=100-', 100, size],
    ['bytes=-10', size - 10, size],
    [`bytes=-${size + 100}`, 0, size],
    [`bytes=10-${size + 100}`, 10, size],
  ])('%s', async (Range, start, end) => {
    const answer = await server.s3.send(new GetObjectCommand({ Bucket, Key: 'ranged', Range }));
    expect(answer.$metadata.httpStatusCode).toBe(206);
    expect(answer.ContentRange).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(answer.ContentLength).toBe(end - start);
    const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(body.subarray(start, end))).toBe(true);
  });

  it('that begin behind the end are refused', async () => {
    const response = await send(server.target, {
      bucket: Bucket,
      key: 'ranged',
      headers: { range: `bytes=${size}-` },
    });
    expect(response).toMatchObject({ status: 416, code: 'InvalidRange' });
  });

  it('of an empty object are refused', async () => {
    await put('nothing', '');
    const response = await send(server.target, {
      bucket: Bucket,
      key: 'nothing',
      headers: { range: 'bytes=0-0' },
    });
    expect(response).toMatchObject({ status: 416, code: 'InvalidRange' });
  });

  it.each(['lines=0-1', 'bytes=a-b', 'bytes='])(
    '%s is no range, so all of it comes',
    async (range) => {
      const response = await send(server.target, {
        bucket: Bucket,
        key: 'ranged',
        headers: { range },
      });
      expect(response.status).toBe(200);
      expect(response.body.equals(body)).toBe(true);
    },
  );

  it('that end before they begin are never answered with a part', async () => {
    const headers = { range: 'bytes=5-2' };
    const response = await send(server.target, { bucket: Bucket, key: 'ranged', headers });
    expect([200, 416]).toContain(response.status);
  });

  it('are honoured by HEAD too', async () => {
    const response = await send(server.target, {
      method: 'HEAD',
      bucket: Bucket,
      key: 'ranged',
      headers: { range: 'bytes=5-9' },
    });
    expect(response.status).toBe(206);
    expect(response.headers['content-length']).toBe('5');
  });
});
