import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage } from '../../testing/test-storage.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});

afterAll(() => storage.close());

const put = (key: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  storage.call({ method: 'PUT', path: `/bucket/${key}`, body, headers });
const get = (key: string, headers: Record<string, string> = {}) =>
  storage.call({ path: `/bucket/${key}`, headers });

describe('an object', () => {
  it('comes back with its bytes, headers, metadata and validators', async () => {
    const written = await put('full', 'hello', {
      'content-type': 'text/plain',
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment',
      'x-amz-meta-colour': 'blüe',
      'x-amz-tagging': 'team=a%20b&stage=1',
    });
    expect(written.status).toBe(200);
    expect(written.headers.etag).toBe(`"${hash('md5', 'hello', 'hex')}"`);
    const read = await get('full');
    expect(read.text).toBe('hello');
    expect(read.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '5',
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
      'x-amz-tagging-count': '2',
      etag: written.headers.etag,
      server: 'Stowage',
    });
    const colour = Buffer.from(String(read.headers['x-amz-meta-colour']), 'latin1');
    expect(colour.toString('utf8')).toBe('blüe');
    expect(read.headers['last-modified']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(read.headers['x-amz-request-id']).toMatch(/^[0-9A-F]{16}$/);
    const head = await storage.call({ method: 'HEAD', path: '/bucket/full' });
    expect(head.headers['content-length']).toBe('5');
    expect(head.body.length).toBe(0);
  });

  it.each([
    'a//b',
    '../x',
    './y',
    'a/../../../../etc/passwd',
    '%F0%9F%9A%80/%22quoted%22',
    'with%20space+plus',
    'trailing/',
    '%2Fleading',
  ])('keeps the key %s as it is', async (key) => {
    expect((await put(key, key)).status).toBe(200);
    expect((await get(key)).text).toBe(key);
    expect((await storage.call({ method: 'DELETE', path: `/bucket/${key}` })).status).toBe(204);
    expect(errorOf(await get(key))).toBe('404 NoSuchKey');
  });

  it('of several MiB is streamed and comes back the same', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024 + 7, 'stowage!');
    expect((await put('large', body)).status).toBe(200);
    const read = await get('large');
    expect(read.body.equals(body)).toBe(true);
    const part = await get('large', { range: 'bytes=4194300-4194310' });
    expect(part.body.equals(body.subarray(4_194_300, 4_194_311))).toBe(true);
  });

  it('may be empty', async () => {
    await put('empty', '');
    const read = await get('empty');
    expect([read.status, read.headers['content-length'], read.text]).toEqual([200, '0', '']);
    expect(errorOf(await get('empty', { range: 'bytes=0-' }))).toBe('416 InvalidRange');
  });
});

describe('what an upload is refused for', () => {
  it.each([
    ['a wrong MD5', { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' }, '400 BadDigest'],
    ['what is no MD5', { 'content-md5': 'zzz' }, '400 InvalidDigest'],
    ['a wrong checksum', { 'x-amz-checksum-crc32': 'AAAAAA==' }, '400 XAmzContentChecksumMismatch'],
    ['what is no checksum', { 'x-amz-checksum-sha256': 'AAAA' }, '400 InvalidArgument'],
    ['two checksums', twoChecksums(), '400 InvalidRequest'],
    [
      'a storage class that there is not',
      { 'x-amz-storage-class': 'GLACIER' },
      '400 InvalidStorageClass',
    ],
    ['more than 2 KiB of metadata', { 'x-amz-meta-a': 'x'.repeat(2048) }, '400 MetadataTooLarge'],
    ['a tag twice', { 'x-amz-tagging': 'a=1&a=2' }, '400 InvalidTag'],
    ['eleven tags', { 'x-amz-tagging': tags(11) }, '400 InvalidTag'],
    ['an unknown encryption', { 'x-amz-server-side-encryption': 'AES1' }, '400 InvalidArgument'],
    ['a lock in a bucket without', { 'x-amz-object-lock-legal-hold': 'ON' }, '400 InvalidRequest'],
  ])('%s', async (_, headers, error) => {
    expect(errorOf(await put('refused', 'content', headers))).toBe(error);
    expect(errorOf(await get('refused'))).toBe('404 NoSuchKey');
  });

  it('a payload that differs from its signed hash, small and streamed', async () => {
    const payloadHash = hash('sha256', 'other', 'hex');
    for (const body of ['content', Buffer.alloc(2 * 1024 * 1024)]) {
      const answer = await storage.call({ method: 'PUT', path: '/bucket/bad', body, payloadHash });
      expect(errorOf(answer)).toBe('400 XAmzContentSHA256Mismatch');
      expect(errorOf(await get('bad'))).toBe('404 NoSuchKey');
    }
  });

  it('a key over 1024 bytes, and one with NUL', async () => {
    expect((await put('é'.repeat(512).replaceAll('é', '%C3%A9'), 'x')).status).toBe(200);
    expect(errorOf(await put(`${'é'.repeat(512).replaceAll('é', '%C3%A9')}a`, 'x'))).toBe(
      '400 KeyTooLongError',
    );
    expect(errorOf(await put('a%00b', 'x'))).toBe('400 XMinioInvalidObjectName');
    const unsigned = await storage.call({ path: '/bucket/a%FFb', as: 'anonymous' });
    expect(errorOf(unsigned)).toBe('400 InvalidURI');
  });

  it('a bucket that is not there, or cannot be', async () => {
    const toBucket = (bucket: string) =>
      storage.call({ method: 'PUT', path: `/${bucket}/key`, body: 'x' });
    expect(errorOf(await toBucket('missing'))).toBe('404 NoSuchBucket');
    expect(errorOf(await toBucket('No_Bucket'))).toBe('400 InvalidBucketName');
  });
});

function twoChecksums(): Record<string, string> {
  return { 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-crc32c': 'AAAAAA==' };
}

function tags(count: number): string {
  return Array.from({ length: count }, (_, index) => `t${index}=v`).join('&');
}

describe('conditions', () => {
  const etag = `"${hash('md5', 'conditional', 'hex')}"`;

  beforeAll(() => put('conditional', 'conditional'));

  it.each([
    ['if-match', etag, 200],
    ['if-match', '"other"', 412],
    ['if-match', '*', 200],
    ['if-none-match', etag, 304],
    ['if-none-match', '"other"', 200],
    ['if-modified-since', new Date(Date.now() + 60_000).toUTCString(), 304],
    ['if-modified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 412],
    ['if-unmodified-since', 'not a date', 200],
  ])('%s: %s is answered with %i', async (name, value, status) => {
    const answer = await get('conditional', { [name]: value });
    expect(answer.status).toBe(status);
    expect(answer.headers.etag).toBe(etag);
  });

  it('of writes hold at the commit', async () => {
    expect(errorOf(await put('conditional', 'x', { 'if-none-match': '*' }))).toBe(
      '412 PreconditionFailed',
    );
    expect(errorOf(await put('conditional', 'x', { 'if-match': '"other"' }))).toBe(
      '412 PreconditionFailed',
    );
    expect((await put('fresh', 'x', { 'if-none-match': '*' })).status).toBe(200);
    expect((await get('conditional')).text).toBe('conditional');
  });

  it('let one of many writers win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put('race', String(n), { 'if-none-match': '*' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('parts of an object', () => {
  beforeAll(() => put('ten', '0123456789'));

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('%s', async (range, text, contentRange) => {
    const answer = await get('ten', { range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      206,
      text,
      contentRange,
    ]);
  });

  it('outside of it are refused with its size', async () => {
    const answer = await get('ten', { range: 'bytes=10-' });
    expect(errorOf(answer)).toBe('416 InvalidRange');
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  it('of another state are not mixed in (If-Range)', async () => {
    const answer = await get('ten', { range: 'bytes=2-4', 'if-range': '"other"' });
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
  });

  it('cannot be named twice', async () => {
    expect(errorOf(await get('ten?partNumber=1', { range: 'bytes=0-1' }))).toBe(
      '400 InvalidRequest',
    );
    expect(errorOf(await get('ten?partNumber=2'))).toBe('416 InvalidPartNumber');
  });
});

describe('headers of the answer that the request asks for', () => {
  beforeAll(() => put('override', 'x', { 'content-type': 'text/html' }));

  it('replace the stored ones', async () => {
    const path =
      'override?response-content-type=text%2Fplain&response-content-disposition=attachment%3B%20filename%3D%22%C3%A9%22';
    const answer = await get(path);
    expect(answer.headers['content-type']).toBe('text/plain');
    const disposition = Buffer.from(String(answer.headers['content-disposition']), 'latin1');
    expect(disposition.toString('utf8')).toBe('attachment; filename="é"');
  });

  it('cannot smuggle in others', async () => {
    const path = 'override?response-content-type=a%0D%0ASet-Cookie:%20b';
    expect(errorOf(await get(path))).toBe('400 InvalidArgument');
  });
});
