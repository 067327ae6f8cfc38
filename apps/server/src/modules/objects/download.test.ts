import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'downloads';
const TEXT = 'The quick brown fox jumps over the lazy dog';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await put('docs/fox.txt', TEXT, 'text/plain');
});
afterAll(() => test.close());

const put = (key: string, text: string, contentType?: string) =>
  test.s3.putObject({
    bucket: BUCKET,
    key,
    size: Buffer.byteLength(text),
    body: Buffer.from(text),
    contentType,
  });

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

const download = (
  key: string,
  query = '',
  headers: Record<string, string> = {},
  caller = root,
  bucket = BUCKET,
) =>
  caller.send({
    url: `/api/v1/buckets/${bucket}/objects/download?prefix=${wire(key)}${query}`,
    headers,
  });

const NO_VERSION = '7c2c3f4e-0000-4000-8000-000000000000';

const check = (key: string, query = '', caller = root, bucket = BUCKET) =>
  caller.send({
    url: `/api/v1/buckets/${bucket}/objects/download/check?prefix=${wire(key)}${query}`,
  });

describe('a download', () => {
  it('is the content, to be saved under its name [API-46]', async () => {
    const response = await download('docs/fox.txt');
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(TEXT);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(TEXT.length),
      'content-disposition': `attachment; filename="fox.txt"; filename*=UTF-8''fox.txt`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(Date.parse(String(response.headers['last-modified']))).not.toBeNaN();
  });

  it.each([
    ['bytes=4-8', 206, 'quick', 'bytes 4-8/43'],
    ['bytes=40-', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-3', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-100', 206, TEXT, 'bytes 0-42/43'],
    ['bytes=0-3,8-9', 200, TEXT, undefined],
    ['lines=0-3', 200, TEXT, undefined],
  ])('of %s has status %i', async (range, status, text, contentRange) => {
    const response = await download('docs/fox.txt', '', { range });
    expect(response.statusCode).toBe(status);
    expect(response.body).toBe(text);
    expect(response.headers['content-range']).toBe(contentRange);
    expect(response.headers['content-length']).toBe(String(text.length));
  });

  it('of a range that lies outside is refused', async () => {
    const response = await download('docs/fox.txt', '', { range: 'bytes=100-' });
    expect(response.json()).toMatchObject({ code: 416, errorCode: 'RangeNotSatisfiable' });
  });

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await download('docs/fox.txt');
    const again = await download('docs/fox.txt', '', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect((await download('docs/fox.txt', '', { 'if-none-match': '"other"' })).statusCode).toBe(
      200,
    );
  });

  it('goes on only where the object is still the same', async () => {
    const { headers } = await download('docs/fox.txt');
    const resume = (ifRange: string) =>
      download('docs/fox.txt', '', { range: 'bytes=40-', 'if-range': ifRange });
    expect((await resume(String(headers.etag))).statusCode).toBe(206);
    expect((await resume(String(headers['last-modified']))).statusCode).toBe(206);
    const changed = await resume('"another"');
    expect(changed.statusCode).toBe(200);
    expect(changed.body).toBe(TEXT);
  });

  it('of a version is that version, and of a delete marker is none', async () => {
    const bucket = 'old-versions';
    await test.s3.makeBucket({ bucket });
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    const write = (text: string) =>
      test.s3.putObject({ bucket, key: 'a', size: text.length, body: Buffer.from(text) });
    const { versionId = '' } = await write('old');
    await write('newer');
    const marker = await test.s3.deleteObject({ bucket, key: 'a' });
    const version = (id: string) => download('a', `&version_id=${wire(id)}`, {}, root, bucket);
    expect((await version(versionId)).body).toBe('old');
    expect((await version(marker.versionId ?? '')).json()).toMatchObject({
      code: 404,
      errorCode: 'VersionNotFound',
    });
    expect((await download('a', '', {}, root, bucket)).json()).toMatchObject({
      code: 404,
      errorCode: 'ObjectNotFound',
    });
  });

  it.each([
    'docs/a\r\nset-cookie: evil=1',
    'docs/"; filename="other.exe',
    'docs/über ключ 🎉.txt',
    "docs/it's (1)*.txt",
  ])('keeps %j inside its header', async (key) => {
    await put(key, 'x');
    const response = await download(key);
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
    const header = String(response.headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''[\w.!~%-]*$/);
    const exact = /UTF-8''(.*)$/.exec(header)?.[1] ?? '';
    expect(decodeURIComponent(exact)).toBe(key.split('/').at(-1));
  });

  it.each([
    ['an object that is not there', 'docs/none.txt', BUCKET, 404, 'ObjectNotFound'],
    ['a bucket that is not there', 'a', 'not-there', 404, 'BucketNotFound'],
    ['a key over 1,024 bytes', 'ü'.repeat(513), BUCKET, 400, 'KeyTooLong'],
    ['no key', '', BUCKET, 400, 'InvalidObjectName'],
    ['an empty folder', 'nothing/', BUCKET, 404, 'ObjectNotFound'],
  ])('of %s is refused', async (_case, key, bucket, code, errorCode) => {
    const response = await download(key, '', {}, root, bucket);
    expect(response.json()).toMatchObject({ code, errorCode });
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it.each([
    ['an object that is not there', 'docs/none.txt', BUCKET, 404, 'ObjectNotFound'],
    ['a version that is not there', 'docs/fox.txt', BUCKET, 404, 'VersionNotFound', NO_VERSION],
    ['a bucket that is not there', 'a', 'not-there', 404, 'BucketNotFound'],
    ['a key over 1,024 bytes', 'ü'.repeat(513), BUCKET, 400, 'KeyTooLong'],
    ['no key', '', BUCKET, 400, 'InvalidObjectName'],
    ['an empty folder', 'nothing/', BUCKET, 404, 'ObjectNotFound'],
  ] as const)('of %s is known to be refused before it begins', async (...refusal) => {
    const [, key, bucket, code, errorCode, version] = refusal;
    const query = version === undefined ? '' : `&version_id=${wire(version)}`;
    expect((await check(key, query, root, bucket)).json()).toMatchObject({ code, errorCode });
    expect((await download(key, query, {}, root, bucket)).json()).toMatchObject({
      code,
      errorCode,
    });
  });

  it('is known to be possible before it begins, and after the session it is not', async () => {
    await put('empty.txt', '');
    const caller = await test.logIn();
    for (const key of ['docs/fox.txt', 'empty.txt', 'docs/']) {
      const response = await check(key, '', caller);
      expect(response.statusCode).toBe(204);
      expect(response.body).toBe('');
    }
    await caller.send({ method: 'POST', url: '/api/v1/logout' });
    expect((await check('docs/fox.txt', '', caller)).statusCode).toBe(401);
  });

  it('that the policy forbids names the action', async () => {
    const lister = await test.logIn(
      await test.addUser('download-lister', {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::*'] }],
      }),
    );
    for (const key of ['docs/fox.txt', 'docs/']) {
      for (const response of [await download(key, '', {}, lister), await check(key, '', lister)]) {
        expect(response.json()).toMatchObject({
          code: 403,
          detailedMessage: 'The storage server refuses s3:GetObject to this account.',
        });
      }
    }
  });
});

describe('a preview', () => {
  it.each([
    ['a.png', 'image/png', 'sandbox;'],
    ['a.svg', 'image/svg+xml', 'sandbox;'],
    ['a.html.txt', 'text/plain; charset=utf-8', 'sandbox;'],
    ['a.xml', 'text/plain; charset=utf-8', 'sandbox;'],
    ['a.mp4', 'video/mp4', 'sandbox allow-same-origin;'],
    ['a.wav', 'audio/wav', 'sandbox allow-same-origin;'],
    ['a.PDF', 'application/pdf', "default-src 'none';"],
  ])('of %s is shown as %s and runs nothing', async (key, type, first) => {
    await put(key, '<script>alert(1)</script>', 'text/html');
    const { headers, statusCode } = await download(key, '&preview=true');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toMatch(/^inline;/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|allow-scripts/);
    expect(policy.startsWith(first)).toBe(true);
  });

  it('of a text is its beginning, whatever part of it is asked for', async () => {
    const limit = 1024 * 1024;
    await put('long.log', `${'a'.repeat(limit)}the end`);
    for (const headers of [{}, { range: 'bytes=5-' }]) {
      const response = await download('long.log', '&preview=true', headers);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe('a'.repeat(limit));
      expect(response.headers['content-length']).toBe(String(limit));
      expect(response.headers['content-range']).toBeUndefined();
    }
    await put('empty.log', '');
    const empty = await download('empty.log', '&preview=true');
    expect(empty.statusCode).toBe(200);
    expect(empty.body).toBe('');
    expect((await download('none.log', '&preview=true')).statusCode).toBe(404);
  });

  it('of film is sent in the parts that a player asks for', async () => {
    await put('a.webm', TEXT);
    const part = await download('a.webm', '&preview=true', { range: 'bytes=4-8' });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('quick');
  });

  it.each(['page.html', 'page', 'page.js', 'png'])('of %s is a download', async (key) => {
    await put(key, '<script>alert(1)</script>', 'text/html');
    const { headers } = await download(key, '&preview=true');
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });
});
