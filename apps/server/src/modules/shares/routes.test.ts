import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'shared';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.s3.putBucketVersioning({ bucket: BUCKET, state: 'enabled' });
});
afterAll(() => test.close());

const put = (key: string, text: string) =>
  test.s3.putObject({
    bucket: BUCKET,
    key,
    size: Buffer.byteLength(text),
    body: Buffer.from(text),
  });

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

const share = (key: string, query = '', caller = root, bucket = BUCKET) =>
  caller.send({ url: `/api/v1/buckets/${bucket}/objects/share?prefix=${wire(key)}${query}` });

describe('a link to an object', () => {
  it.each([
    'plain.txt',
    'a b+c#d?e%20"f.txt',
    'über/ключ 🎉/\u202egpj.exe',
    '/x//y',
    'ü'.repeat(512),
  ])('opens %j without an account [API-45]', async (key) => {
    await put(key, 'for all');
    const response = await share(key, '&expires=60000ms');
    expect(response.statusCode).toBe(200);
    const url: string = response.json();
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    const opened = await fetch(url);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toBe('for all');
  });

  it('is one to the version that it names', async () => {
    const { versionId = '' } = await put('v.txt', 'old');
    await put('v.txt', 'new');
    const url: string = (await share('v.txt', `&version_id=${wire(versionId)}`)).json();
    expect(await (await fetch(url)).text()).toBe('old');
  });

  it('ends with the session’s credentials, and says so in its own parameters', async () => {
    await put('plain.txt', 'for all');
    const url: string = (await share('plain.txt', '&expires=604800000ms')).json();
    const seconds = Number(new URL(url).searchParams.get('X-Amz-Expires'));
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  it('is not made for whoever may not read it, and leaves no trace of its signature', async () => {
    await put('plain.txt', 'for all');
    const keys = await test.addUser('share-lister', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::*'] }],
    });
    expect((await share('plain.txt', '', await test.logIn(keys))).json()).toMatchObject({
      code: 403,
      errorCode: 'AccessDenied',
      detailedMessage: 'The storage server refuses s3:GetObject to this account.',
    });
    expect((await share('plain.txt', '', test.anonymous)).statusCode).toBe(401);
    await share('plain.txt');
    expect(test.log.join('\n')).not.toContain('X-Amz-Signature');
  });

  it.each([
    ['nothing', 'none.txt', '', BUCKET, 404, 'ObjectNotFound'],
    ['no bucket', 'a', '', 'not-there', 404, 'BucketNotFound'],
    ['a folder', 'folder/', '', BUCKET, 400, 'InvalidObjectName'],
    ['no key', '', '', BUCKET, 400, 'InvalidObjectName'],
    ['a key over 1,024 bytes', 'ü'.repeat(513), '', BUCKET, 400, 'KeyTooLong'],
    ['no time', 'plain.txt', '&expires=0ms', BUCKET, 400, 'InvalidInput'],
    ['eight days', 'plain.txt', '&expires=691200000ms', BUCKET, 400, 'InvalidInput'],
  ])('is not made for %s', async (...refusal) => {
    const [, key, query, bucket, code, errorCode] = refusal;
    expect((await share(key, query, root, bucket)).json()).toMatchObject({ code, errorCode });
  });

  it('is not made for a delete marker', async () => {
    await put('gone.txt', 'x');
    const { versionId = '' } = await test.s3.deleteObject({ bucket: BUCKET, key: 'gone.txt' });
    const marker = await share('gone.txt', `&version_id=${wire(versionId)}`);
    expect(marker.json()).toMatchObject({ code: 404, errorCode: 'VersionNotFound' });
    expect((await share('gone.txt')).json()).toMatchObject({ errorCode: 'ObjectNotFound' });
  });
});

describe('the plain address of an object', () => {
  const plain = (key: string, query = '', caller = root, bucket = 'open') =>
    caller.send({
      url: `/api/v1/buckets/${bucket}/objects/share/public?prefix=${wire(key)}${query}`,
    });
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: ['arn:aws:s3:::open/public/*'],
      },
    ],
  });

  it('is told where anonymous users may read it, and opens it', async () => {
    await test.s3.makeBucket({ bucket: 'open' });
    await test.s3.putBucketPolicy({ bucket: 'open', policy });
    const key = 'public/a b+c#d?ü.txt';
    await test.s3.putObject({ bucket: 'open', key, size: 4, body: Buffer.from('open') });
    const { url } = (await plain(key)).json();
    expect(new URL(url).search).toBe('');
    expect(await (await fetch(url)).text()).toBe('open');
  });

  it('is not told elsewhere, nor to whoever may not see the policy', async () => {
    expect((await plain('private/a.txt')).json()).toEqual({});
    expect((await plain('a.txt', '', root, BUCKET)).json()).toEqual({});
    const keys = await test.addUser('share-reader', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
    });
    expect((await plain('public/a.txt', '', await test.logIn(keys))).json()).toEqual({});
    // Older versions require a different permission.
    expect((await plain('public/a.txt', `&version_id=${wire('1-2-3')}`)).json()).toEqual({});
  });
});
