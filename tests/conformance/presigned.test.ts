import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { presignUrl } from '@stowage/storage-wire/sigv4';
import { objectPath } from '@stowage/storage-wire/uri';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminJson, createUser } from './support/admin.ts';
import { errorCode } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
  await server.s3.send(new PutObjectCommand({ Bucket, Key: 'shared file', Body: 'shared' }));
});

async function call(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, text: body.toString(), code: errorCode(body) };
}

function presign(
  method: string,
  key: string,
  more: Partial<Parameters<typeof presignUrl>[0]> = {},
) {
  return presignUrl({
    method,
    url: `${server.target.endpoint}${objectPath(Bucket, key)}`,
    credentials: server.target,
    region: server.target.region,
    service: 's3',
    expiresSeconds: 60,
    ...more,
  });
}

describe('presigned URLs', () => {
  it('of the SDK let anybody read', async () => {
    const get = new GetObjectCommand({ Bucket, Key: 'shared file' });
    const url = await getSignedUrl(server.s3, get, { expiresIn: 60 });
    expect(await call(url)).toMatchObject({ status: 200, text: 'shared' });
  });

  it('of the SDK let anybody write that object', async () => {
    const put = new PutObjectCommand({ Bucket, Key: 'from outside' });
    const url = await getSignedUrl(server.s3, put, { expiresIn: 60 });
    expect((await call(url, { method: 'PUT', body: 'brought' })).status).toBe(200);
    const { Body } = await server.s3.send(new GetObjectCommand({ Bucket, Key: 'from outside' }));
    expect(await Body?.transformToString()).toBe('brought');
  });

  it('carry what the answer shall say', async () => {
    const url = await getSignedUrl(
      server.s3,
      new GetObjectCommand({
        Bucket,
        Key: 'shared file',
        ResponseContentDisposition: 'attachment; filename="a.txt"',
      }),
      { expiresIn: 60 },
    );
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    await response.arrayBuffer();
  });

  it('let read ranges', async () => {
    const answer = await call(presign('GET', 'shared file'), { headers: { range: 'bytes=1-3' } });
    expect(answer).toMatchObject({ status: 206, text: 'har' });
  });

  it('hold the headers that were signed', async () => {
    const headers = { 'x-amz-meta-by': 'ada' };
    const url = presign('PUT', 'with headers', { headers });
    expect((await call(url, { method: 'PUT', body: 'x', headers })).status).toBe(200);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'with headers' }));
    expect(head.Metadata).toEqual({ by: 'ada' });
    const other = { 'x-amz-meta-by': 'eve' };
    expect(await call(url, { method: 'PUT', body: 'x', headers: other })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('are over when their time is over', async () => {
    const now = new Date(Date.now() - 120_000);
    expect(await call(presign('GET', 'shared file', { now }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  it('are not valid before their time', async () => {
    const now = new Date(Date.now() + 3_600_000);
    const answer = await call(presign('GET', 'shared file', { now }));
    expect(answer.status).toBe(403);
    expect(['AccessDenied', 'RequestTimeTooSkewed']).toContain(answer.code);
  });

  it('serve the method only that they were made for', async () => {
    const url = presign('GET', 'shared file');
    expect(await call(url, { method: 'PUT', body: 'x' })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await call(url, { method: 'DELETE' })).toMatchObject({ status: 403 });
    expect(await call(url)).toMatchObject({ status: 200, text: 'shared' });
  });

  it.each([
    ['another key', (url: string) => url.replace('shared%20file', 'other%20file')],
    ['a longer life', (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000')],
    ['another signature', (url: string) => url.replace(/.$/, (end) => (end === '0' ? '1' : '0'))],
    ['a parameter more', (url: string) => `${url}&response-content-type=text/html`],
  ])('with %s are refused', async (_, change) => {
    expect(await call(change(presign('GET', 'shared file')))).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it.each([
    [
      'a life of over seven days',
      (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=604801'),
    ],
    ['no life', (url: string) => url.replace('&X-Amz-Expires=60', '')],
    [
      'a life that is no number',
      (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=long'),
    ],
    ['no date', (url: string) => url.replace(/&X-Amz-Date=[^&]+/, '')],
    [
      'a broken credential',
      (url: string) => url.replace(/X-Amz-Credential=[^&]+/, 'X-Amz-Credential=me'),
    ],
  ])('with %s are refused as malformed', async (_, change) => {
    const answer = await call(change(presign('GET', 'shared file')));
    expect(answer.status).toBe(400);
    expect(answer.code).toMatch(
      /^AuthorizationQueryParametersError$|^AuthorizationHeaderMalformed$/,
    );
  });

  it('of an unknown account are refused', async () => {
    const credentials = { accessKey: 'nobody', secretKey: 'nothing-at-all' };
    expect(await call(presign('GET', 'shared file', { credentials }))).toMatchObject({
      status: 403,
      code: 'InvalidAccessKeyId',
    });
  });

  it('find objects of odd names', async () => {
    for (const key of ['ü/ö 😀', 'a+b', 'a%2Fb', 'q?u#e&r=y', "it's (fine)!*"]) {
      expect((await call(presign('PUT', key), { method: 'PUT', body: key })).status).toBe(200);
      expect(await call(presign('GET', key))).toMatchObject({ status: 200, text: key });
    }
  });
});

describe('conditions on presigned URLs', () => {
  const user = { accessKey: freshName('user'), secretKey: 'secret-of-the-user' };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  beforeAll(async () => {
    const all = { Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] };
    const Condition = { NumericGreaterThan: { 's3:signatureAge': '120000' } };
    const header = { StringNotEquals: { 's3:authType': 'REST-QUERY-STRING' } };
    const Statement = [
      { Effect: 'Allow', ...all },
      { Effect: 'Deny', ...all, Condition },
      { Effect: 'Deny', ...all, Condition: header },
    ];
    await adminJson(server.target, {
      method: 'PUT',
      operation: 'add-canned-policy',
      query: { name: 'fresh-links' },
      body: JSON.stringify({ Version: '2012-10-17', Statement }),
    });
    await createUser(server.target, user, 'fresh-links');
  });

  it('hold them to an age', async () => {
    const link = (minutes: number) =>
      presign('GET', 'shared file', {
        credentials: user,
        expiresSeconds: 600,
        now: minutesAgo(minutes),
      });
    expect(await call(link(1))).toMatchObject({ status: 200, text: 'shared' });
    expect(await call(link(3))).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('tell them from signed headers', async () => {
    const get = new GetObjectCommand({ Bucket, Key: 'shared file' });
    expect(await failure(server.client(user).send(get))).toEqual({
      code: 'AccessDenied',
      status: 403,
    });
  });
});
