import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FormFile, form } from '../../testing/form.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'uploads';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

const upload = (files: readonly FormFile[], prefix = '', caller = root, bucket = BUCKET) =>
  caller.send({
    method: 'POST',
    url: `/api/v1/buckets/${bucket}/objects/upload${prefix && `?prefix=${wire(prefix)}`}`,
    ...form(files),
  });

async function contentOf(key: string) {
  const { body, headers } = await test.s3.getObject({ bucket: BUCKET, key });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), type: headers.contentType };
}

/** Parts that do not belong to any object. */
async function uploads() {
  const listed = await test.s3.listMultipartUploads({ bucket: BUCKET, maxUploads: 1000 });
  return listed.uploads.map(({ key }) => key);
}

async function keys(prefix = '') {
  const { objects } = await test.s3.listObjects({ bucket: BUCKET, prefix });
  return objects.map(({ key }) => key);
}

describe('an upload', () => {
  it('stores a file under its prefix, with its type [API-47]', async () => {
    const response = await upload(
      [{ name: 'a.txt', content: 'hello', type: 'text/x-greeting' }],
      'b/c/',
    );
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
    expect(await contentOf('b/c/a.txt')).toEqual({ text: 'hello', type: 'text/x-greeting' });
  });

  it('stores every file of the form, in order [OBJ-10]', async () => {
    const response = await upload(
      [
        { name: 'one.txt', content: '1' },
        { name: 'two.txt', content: '22' },
        { name: 'empty.txt', content: '' },
      ],
      'several/',
    );
    expect(response.statusCode).toBe(200);
    expect(await keys('several/')).toEqual([
      'several/empty.txt',
      'several/one.txt',
      'several/two.txt',
    ]);
    expect((await contentOf('several/two.txt')).text).toBe('22');
    expect((await contentOf('several/empty.txt')).text).toBe('');
  });

  it.each([
    'quote".txt',
    'back\\slash.txt',
    'percent%22%0d.txt',
    'semi;colon=1.txt',
    'über ключ 🎉.txt',
    'sub/folder/file.txt',
    '<img src=x>.html',
    ' leading and trailing ',
  ])('keeps the name %j exactly', async (name) => {
    expect((await upload([{ name, content: 'x' }], 'names/')).statusCode).toBe(200);
    expect(await keys(`names/${name}`)).toEqual([`names/${name}`]);
  });

  it('takes a file whose size the form does not say', async () => {
    const response = await upload([{ name: 'unknown.txt', content: 'some text', size: 'file' }]);
    expect(response.statusCode).toBe(200);
    expect((await contentOf('unknown.txt')).text).toBe('some text');
  });

  it('stores a large file whose size the form does not say in parts', async () => {
    const content = Buffer.alloc(40 * 1024 * 1024, 'abcdefghij');
    const response = await upload([{ name: 'large.bin', content, size: 'file' }]);
    expect(response.statusCode).toBe(200);
    const { contentLength, etag } = await test.s3.headObject({ bucket: BUCKET, key: 'large.bin' });
    expect(contentLength).toBe(content.length);
    expect(etag).toMatch(/-3$/);
  });

  it('does not believe a type that is none', async () => {
    await upload([{ name: 'typed', content: 'x', type: 'text/html\u0080;x' }]);
    expect((await contentOf('typed')).type).toBe('application/octet-stream');
  });
});

describe('an upload that fails leaves nothing', () => {
  it.each([
    ['fewer bytes than announced', 'fewer.txt', 'abc', '4'],
    ['more bytes than announced', 'more.txt', 'abcd', '3'],
    ['bytes where none were announced', 'some.txt', 'a', '0'],
  ])('with %s', async (_case, name, content, size) => {
    const response = await upload([{ name, content, size }], 'failed/');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'UploadIncomplete', field: name });
    expect(await keys('failed/')).toEqual([]);
  });

  it('when the form ends in the middle of a file', async () => {
    const { headers, payload } = form([{ name: 'cut.txt', content: 'x'.repeat(1000) }]);
    const response = await root.send({
      method: 'POST',
      url: `/api/v1/buckets/${BUCKET}/objects/upload?prefix=${wire('failed/')}`,
      headers,
      payload: payload.subarray(0, 700),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'UploadIncomplete' });
    expect(await keys('failed/')).toEqual([]);
  });

  it.each([
    ['whose size is known', String(64 * 1024 * 1024)],
    ['that goes up in parts', 'file'],
  ])('when the browser goes away in the middle of a file %s', async (_case, size) => {
    const { headers, payload } = form([{ name: 'gone.bin', content: '', size }], false);
    const { port } = test.app.server.address() as AddressInfo;
    const upstream: string[] = [];
    const aborted = new Promise<void>((resolve) => {
      test.gate.set('open', (incoming) => {
        upstream.push(`${incoming.method} ${incoming.url}`);
        incoming.on('close', () => incoming.complete || resolve());
        if (incoming.method === 'DELETE') resolve();
        return true;
      });
    });
    const outgoing = request({
      port,
      method: 'POST',
      path: `/api/v1/buckets/${BUCKET}/objects/upload?prefix=${wire('failed/')}`,
      headers: { ...headers, ...root.session, 'sec-fetch-site': 'same-origin' },
    });
    outgoing.on('error', () => {});
    outgoing.write(payload.subarray(0, -2));
    for (let sent = 0; sent < 40; sent += 1) {
      if (!outgoing.write(Buffer.alloc(1024 * 1024))) await once(outgoing, 'drain');
    }
    outgoing.destroy();
    await aborted;
    expect(upstream.length).toBeGreaterThan(0);
    test.gate.set('open');
    await expect.poll(uploads).toEqual([]);
    expect(await keys('failed/')).toEqual([]);
  });

  it('when the storage breaks off, and what was said of it reaches the browser', async () => {
    test.gate.set('closed', ({ method }) => method === 'PUT');
    const response = await upload([{ name: 'broken.txt', content: 'x' }], 'failed/');
    test.gate.set('open');
    expect(response.json()).toMatchObject({
      code: 502,
      errorCode: 'StorageUnreachable',
      field: 'broken.txt',
    });
    expect(await keys('failed/')).toEqual([]);
  });

  it('when the storage breaks off in the middle', async () => {
    test.gate.set('open', (incoming) => {
      if (incoming.method === 'PUT') incoming.once('data', () => incoming.socket.destroy());
      return true;
    });
    const content = Buffer.alloc(32 * 1024 * 1024);
    const response = await upload([{ name: 'broken.bin', content }], 'failed/');
    test.gate.set('open');
    expect(response.json()).toMatchObject({
      code: 502,
      errorCode: 'StorageUnreachable',
      field: 'broken.bin',
    });
    expect(await keys('failed/')).toEqual([]);
  });

  it('and its parts are cleared away', async () => {
    const calls: string[] = [];
    test.gate.set({ status: 500, code: 'InternalError' }, ({ method = '', url = '' }) => {
      calls.push(`${method} ${url.replace(/uploadId=[^&]*/, 'uploadId')}`);
      return url.includes('partNumber=2');
    });
    const content = Buffer.alloc(20 * 1024 * 1024);
    const response = await upload([{ name: 'parts.bin', content, size: 'file' }], 'failed/');
    test.gate.set('open');
    expect(response.json()).toMatchObject({ errorCode: 'StorageFailed', field: 'parts.bin' });
    expect(calls.at(-1)).toBe('DELETE /uploads/failed/parts.bin?uploadId');
    expect(await uploads()).toEqual([]);
    expect(await keys('failed/')).toEqual([]);
  });
});

describe('an upload that is refused', () => {
  it('names the first file that was not stored; those before it are', async () => {
    const response = await upload(
      [
        { name: 'first.txt', content: '1' },
        { name: 'x'.repeat(1025), content: '2' },
        { name: 'third.txt', content: '3' },
      ],
      'partly/',
    );
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'KeyTooLong', field: 'x'.repeat(1025) });
    expect(await keys('partly/')).toEqual(['partly/first.txt']);
  });

  it('is one with a key over 1,024 bytes of UTF-8', async () => {
    const prefix = `${'ü'.repeat(100)}/`.repeat(4);
    const fitting = await upload([{ name: 'x'.repeat(220), content: 'fits' }], prefix);
    expect(fitting.statusCode).toBe(200);
    const response = await upload([{ name: 'x'.repeat(221), content: 'too long' }], prefix);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'KeyTooLong' });
  });

  it('is one without a file', async () => {
    const response = await upload([]);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'UploadEmpty' });
  });

  it('is one into a bucket that is not there', async () => {
    const response = await upload([{ name: 'a', content: 'a' }], '', root, 'not-there');
    expect(response.json()).toMatchObject({ code: 404, errorCode: 'BucketNotFound' });
  });

  it('is one that the policy forbids, with the action [OBJ-30]', async () => {
    const reader = await test.logIn(
      await test.addUser('upload-reader', {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
      }),
    );
    const response = await upload([{ name: 'a', content: 'a' }], 'forbidden/', reader);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage: 'The storage server refuses s3:PutObject to this account.',
    });
    expect(await keys('forbidden/')).toEqual([]);
  });

  it.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'no boundary'],
    ['application/octet-stream', 'bytes'],
  ])('is one that is no form: %s', async (type, payload) => {
    const response = await root.send({
      method: 'POST',
      url: `/api/v1/buckets/${BUCKET}/objects/upload`,
      headers: { 'content-type': type },
      payload,
    });
    expect(response.json()).toMatchObject({ code: 415, errorCode: 'UnsupportedMediaType' });
  });

  it('is one from another site', async () => {
    const response = await root.send({
      method: 'POST',
      url: `/api/v1/buckets/${BUCKET}/objects/upload?prefix=${wire('foreign/')}`,
      ...form([{ name: 'a', content: 'a' }]),
      headers: {
        ...form([]).headers,
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(response.json()).toMatchObject({ code: 403, errorCode: 'CrossOrigin' });
    expect(await keys('foreign/')).toEqual([]);
  });

  it('is one that the storage has no room for', async () => {
    test.gate.set({ status: 507, code: 'XMinioStorageFull' }, ({ method }) => method === 'PUT');
    const response = await upload([{ name: 'a', content: 'a' }]);
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 507, errorCode: 'StorageFull' });
  });

  it('is answered although the storage has not read it', async () => {
    const keys = await test.addUser('upload-nobody', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::*'] }],
    });
    const { session } = await test.logIn(keys);
    const { headers, payload } = form([
      { name: 'big.bin', content: Buffer.alloc(48 * 1024 * 1024) },
    ]);
    const { port } = test.app.server.address() as AddressInfo;
    const response = await fetch(
      `http://127.0.0.1:${port}/api/v1/buckets/${BUCKET}/objects/upload`,
      { method: 'POST', headers: { ...headers, ...session }, body: payload },
    );
    expect(await response.json()).toMatchObject({
      code: 403,
      errorCode: 'AccessDenied',
      field: 'big.bin',
    });
  });

  it('is answered although the browser still sends, and the connection goes on', async () => {
    const { headers, payload } = form([
      { name: 'big.bin', content: Buffer.alloc(8 * 1024 * 1024) },
    ]);
    const { port } = test.app.server.address() as AddressInfo;
    const response = await fetch(
      `http://127.0.0.1:${port}/api/v1/buckets/${BUCKET}/objects/upload`,
      { method: 'POST', headers, body: payload },
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ errorCode: 'SessionRequired' });
  });
});
