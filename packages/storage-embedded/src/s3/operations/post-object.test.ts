import { createHmac, hash, randomBytes } from 'node:crypto';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { deriveSigningKey } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  addUser,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../../testing/test-storage.ts';

const READER: Credentials = { accessKey: 'form-reader', secretKey: 'form-reader-secret' };
type Fields = Readonly<Record<string, string>>;

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await addUser(storage, READER, 'readonly');
});
afterAll(() => storage.close());

function formOf(fields: Fields, file?: string | Uint8Array, filename = 'photo.jpg'): Buffer {
  const field = ([name, value]: [string, string]) =>
    Buffer.from(`--xxBxx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const fileHead = `--xxBxx\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return Buffer.concat([
    ...Object.entries(fields).map(field),
    ...(file === undefined ? [] : [Buffer.from(fileHead), Buffer.from(file), Buffer.from('\r\n')]),
    field(['submit', 'Upload']),
    Buffer.from('--xxBxx--\r\n'),
  ]);
}

const send = (body: Uint8Array, path = '/bucket'): Promise<Answer> =>
  storage.call({
    method: 'POST',
    path,
    as: 'anonymous',
    headers: { 'content-type': 'multipart/form-data; boundary=xxBxx' },
    body,
  });

/**
 * Returns the fields of a form with a policy that allows exactly these, or with the given
 * conditions.
 */
function signed(
  fields: Fields,
  conditions: unknown[] = [],
  as = ROOT,
  change: Fields = {},
): Fields {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = { date: date.slice(0, 8), region: 'us-east-1', service: 's3' };
  const all: Fields = {
    ...fields,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${as.accessKey}/${scope.date}/us-east-1/s3/aws4_request`,
    'x-amz-date': date,
  };
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(Date.now() + 60_000).toISOString(),
      conditions: [
        { bucket: 'bucket' },
        ['starts-with', '$key', ''],
        ...Object.entries(all)
          .filter(([name]) => name !== 'key')
          .map(([name, value]) => ({ [name]: value })),
        ...conditions,
      ],
    }),
  ).toString('base64');
  const key = deriveSigningKey(as.secretKey, scope);
  const signature = createHmac('sha256', key).update(policy).digest('hex');
  return { ...all, policy, 'x-amz-signature': signature, ...change };
}

describe('a form', () => {
  it('brings a file with everything that it says', async () => {
    const fields = {
      key: `user/\${filename}`,
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      'x-amz-meta-color': 'grün',
      tagging: '<Tagging><TagSet><Tag><Key>a b</Key><Value>c=d</Value></Tag></TagSet></Tagging>',
      success_action_status: '201',
    };
    const answer = await send(formOf(signed(fields), 'content', 'C:\\fakepath\\a b.txt'));
    expect(answer.status).toBe(201);
    expect(xmlAt(answer, 'Key')).toBe('user/a b.txt');
    expect(xmlAt(answer, 'ETag')).toBe(`"${hash('md5', 'content', 'hex')}"`);
    const got = await storage.call({ path: '/bucket/user/a%20b.txt' });
    expect(got.text).toBe('content');
    expect(got.headers).toMatchObject({
      'content-type': 'text/plain',
      'cache-control': 'no-store',
      'x-amz-tagging-count': '1',
    });
    expect(Buffer.from(String(got.headers['x-amz-meta-color']), 'latin1').toString()).toBe('grün');
    const tags = await storage.call({ path: '/bucket/user/a%20b.txt?tagging' });
    expect(tags.text).toContain('<Key>a b</Key><Value>c=d</Value>');
  });

  it.each([100, 3 * 1024 * 1024 + 17])('has %i bytes encrypted', async (size) => {
    const file = randomBytes(size);
    const fields = { key: 'encrypted', 'x-amz-server-side-encryption': 'AES256' };
    const answer = await send(formOf(signed(fields), file));
    expect(answer.headers['x-amz-server-side-encryption']).toBe('AES256');
    expect(answer.headers.etag).toBe(`"${hash('md5', file, 'hex')}"`);
    const got = await storage.call({ path: '/bucket/encrypted' });
    expect(got.headers['x-amz-server-side-encryption']).toBe('AES256');
    expect(got.body.equals(file)).toBe(true);
  });

  it('brings a large file in a stream', async () => {
    const file = randomBytes(3 * 1024 * 1024 + 17);
    const answer = await send(formOf(signed({ key: 'large' }), file));
    expect(answer.status).toBe(204);
    expect((await storage.call({ path: '/bucket/large' })).body.equals(file)).toBe(true);
  });

  it('goes on to a page, where it names one', async () => {
    const page = (target: string) => signed({ key: 'k', success_action_redirect: target });
    const answer = await send(formOf(page('http://page.example/done?a=b'), 'x'));
    expect(answer.status).toBe(303);
    const etag = encodeURIComponent(`"${hash('md5', 'x', 'hex')}"`);
    expect(answer.headers.location).toBe(
      `http://page.example/done?a=b&bucket=bucket&key=k&etag=${etag}`,
    );
    expect((await send(formOf(page('javascript:alert(1)'), 'x'))).status).toBe(204);
  });

  it('is signed as older clients do', async () => {
    const policy = Buffer.from(
      JSON.stringify({
        expiration: new Date(Date.now() + 60_000).toISOString(),
        conditions: [{ bucket: 'bucket' }, { key: 'legacy' }],
      }),
    ).toString('base64');
    const signature = createHmac('sha1', ROOT.secretKey).update(policy).digest('base64');
    const fields = { key: 'legacy', AWSAccessKeyId: ROOT.accessKey, policy, signature };
    expect((await send(formOf(fields, 'x'))).status).toBe(204);
    const wrong = { ...fields, signature: [...signature].reverse().join('') };
    expect(errorOf(await send(formOf(wrong, 'x')))).toBe('403 SignatureDoesNotMatch');
  });

  it('holds its file to lengths and digests', async () => {
    const range = (min: number, max: number) => [['content-length-range', min, max]];
    const sized = (conditions: unknown[], file: string | Uint8Array) =>
      send(formOf(signed({ key: 'sized' }, conditions), file));
    expect(errorOf(await sized(range(0, 3), 'xxxx'))).toBe('400 EntityTooLarge');
    expect(errorOf(await sized(range(5, 9), 'xxxx'))).toBe('400 EntityTooSmall');
    const large = new Uint8Array(2 * 1024 * 1024);
    expect(errorOf(await sized(range(0, 1_500_000), large))).toBe('400 EntityTooLarge');
    expect(errorOf(await sized(range(3_000_000, 4_000_000), large))).toBe('400 EntityTooSmall');
    const sum = { key: 'sized', 'x-amz-checksum-sha256': hash('sha256', 'y', 'base64') };
    expect(errorOf(await send(formOf(signed(sum), 'x')))).toBe('400 XAmzContentChecksumMismatch');
    const md5 = { key: 'sized', 'content-md5': hash('md5', 'y', 'base64') };
    expect(errorOf(await send(formOf(signed(md5), 'x')))).toBe('400 BadDigest');
    expect(errorOf(await storage.call({ path: '/bucket/sized' }))).toBe('404 NoSuchKey');
    expect((await send(formOf(signed(sum), 'y'))).status).toBe(204);
  });

  it.each<[string, () => Buffer, string]>([
    ['without a file', () => formOf(signed({ key: 'k' })), '400 MalformedPOSTRequest'],
    ['without a key', () => formOf(signed({}), 'x'), '400 MalformedPOSTRequest'],
    ['with a field twice', () => formOf({ key: 'a', KEY: 'b' }, 'x'), '400 InvalidArgument'],
    [
      'with a key that is too long',
      () => formOf({ key: 'a'.repeat(1025) }, 'x'),
      '400 KeyTooLongError',
    ],
    ['with NUL in the key', () => formOf({ key: 'a\0b' }, 'x'), '400 XMinioInvalidObjectName'],
    [
      'with a policy of nobody',
      () => formOf({ key: 'k', policy: 'e30=' }, 'x'),
      '400 MissingFields',
    ],
    [
      'with another signature',
      () => formOf(signed({ key: 'k' }, [], ROOT, { 'x-amz-signature': 'a'.repeat(64) }), 'x'),
      '403 SignatureDoesNotMatch',
    ],
    [
      'of a key that nobody has',
      () => formOf(signed({ key: 'k' }, [], { ...ROOT, accessKey: 'nobody' }), 'x'),
      '403 InvalidAccessKeyId',
    ],
    [
      'with more than its policy names',
      () => formOf(signed({ key: 'k' }, [], ROOT, { 'x-amz-meta-a': 'b' }), 'x'),
      '403 AccessDenied',
    ],
    [
      'of somebody who may not write',
      () => formOf(signed({ key: 'k' }, [], READER), 'x'),
      '403 AccessDenied',
    ],
    [
      'with a line break in a header',
      () => formOf(signed({ key: 'k', 'x-amz-meta-a': 'b\r\nc: d' }), 'x'),
      '400 InvalidArgument',
    ],
    [
      'with endless fields',
      () => formOf({ key: 'k', 'x-ignore-a': 'x'.repeat(70_000) }, 'x'),
      '400 MaxPostPreDataLengthExceededError',
    ],
  ])('%s is refused', async (_, form, error) => {
    expect(errorOf(await send(form()))).toBe(error);
  });

  it('of nobody is taken where the bucket is open to everybody', async () => {
    const form = formOf({ key: 'open/a' }, 'x');
    expect(errorOf(await send(form))).toBe('403 AccessDenied');
    const statement = { Effect: 'Allow', Principal: '*', Action: ['s3:PutObject'] };
    const body = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ ...statement, Resource: ['arn:aws:s3:::bucket/open/*'] }],
    });
    await storage.call({ method: 'PUT', path: '/bucket?policy', body });
    expect((await send(form)).status).toBe(204);
    expect(errorOf(await send(formOf({ key: 'closed' }, 'x')))).toBe('403 AccessDenied');
    const tagging = '<Tagging><TagSet></TagSet></Tagging>';
    expect((await send(formOf({ key: 'open/b', tagging }, 'x'))).status).toBe(204);
  });

  it('is a form, to a bucket that exists', async () => {
    expect(errorOf(await send(formOf(signed({ key: 'k' }), 'x'), '/missing'))).toBe(
      '404 NoSuchBucket',
    );
    const unknown = signed({ key: 'k' }, [], { accessKey: 'nobody-at-all', secretKey: 'x' });
    expect(errorOf(await send(formOf(unknown, 'x'), '/missing'))).toBe('403 InvalidAccessKeyId');
    expect(errorOf(await send(formOf({ key: 'k' }, 'x'), '/missing'))).toBe('403 AccessDenied');
    const call = { method: 'POST', path: '/bucket', body: 'x' };
    expect(errorOf(await storage.call(call))).toBe('405 MethodNotAllowed');
  });
});
