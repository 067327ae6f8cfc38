import { createHmac } from 'node:crypto';
import { deriveSigningKey } from '@stowage/storage-wire/sigv4';
import { describe, expect, it } from 'vitest';
import { adminJson, createUser } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import type { RawResponse } from './support/raw-request.ts';
import { errorCode, headerText, md5, send } from './support/raw-request.ts';
import type { Account } from './support/server.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
type Fields = Readonly<Record<string, string>>;

interface Form {
  readonly fields: Fields;
  /** Besides those for the bucket and each field. */
  readonly conditions?: readonly unknown[];
  readonly policy?: unknown;
  readonly file?: string | undefined;
  readonly after?: Fields;
  /** Defaults to root. */
  readonly account?: Account;
}

/** Posts a browser form with a signed policy. */
async function post(bucket: string, form: Form): Promise<RawResponse> {
  const { target } = server;
  const { accessKey, secretKey } = form.account ?? target;
  const now = new Date();
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = { date: date.slice(0, 8), region: target.region, service: 's3' };
  const fields: Fields = {
    ...form.fields,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${accessKey}/${scope.date}/${scope.region}/s3/aws4_request`,
    'x-amz-date': date,
  };
  const conditions = [
    { bucket },
    ['starts-with', '$key', ''],
    ...Object.entries(fields).flatMap(([name, value]) =>
      name === 'key' ? [] : [{ [name]: value }],
    ),
    ...(form.conditions ?? []),
  ];
  const expiration = new Date(now.getTime() + 60_000).toISOString();
  const policy = Buffer.from(JSON.stringify(form.policy ?? { expiration, conditions })).toString(
    'base64',
  );
  const key = deriveSigningKey(secretKey, scope);
  const signature = createHmac('sha256', key).update(policy).digest('hex');
  const body = new FormData();
  const all = { ...fields, policy, 'x-amz-signature': signature, ...form.after };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  if (form.file !== undefined) body.append('file', new Blob([form.file]), 'photo.jpg');
  const response = await fetch(`${target.endpoint}/${bucket}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bytes,
    code: errorCode(bytes),
  };
}

describe('a form of a browser', () => {
  it('uploads its file with metadata', async () => {
    const bucket = await server.bucket();
    const fields = {
      key: `user/\${filename}`,
      'Content-Type': 'text/plain',
      'x-amz-meta-color': 'blue',
      success_action_status: '201',
    };
    const answer = await post(bucket, { fields, file: 'content' });
    expect(answer.status).toBe(201);
    expect(answer.body.toString()).toContain('<Key>user/photo.jpg</Key>');
    const got = await send(server.target, { bucket, key: 'user/photo.jpg' });
    expect(got.body.toString()).toBe('content');
    expect(got.headers['content-type']).toBe('text/plain');
    expect(headerText(got, 'x-amz-meta-color')).toBe('blue');
  });

  it('is told from other requests by the policies of who signed it', async () => {
    const bucket = await server.bucket();
    const account = { accessKey: freshName('user'), secretKey: 'secret-of-the-user' };
    const statement = {
      Effect: 'Allow',
      Action: ['s3:PutObject'],
      Resource: ['arn:aws:s3:::*'],
      Condition: { StringEquals: { 's3:authType': 'POST', 'aws:username': account.accessKey } },
    };
    const name = freshName('policy');
    await adminJson(server.target, {
      method: 'PUT',
      operation: 'add-canned-policy',
      query: { name },
      body: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
    });
    await createUser(server.target, account, name);
    const form = { fields: { key: 'posted' }, file: 'x', account };
    expect(await post(bucket, form)).toMatchObject({ status: 204 });
    const put = { method: 'PUT', bucket, key: 'put', body: 'x', account };
    expect(await send(server.target, put)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('is answered with 204, and goes on to a page', async () => {
    const bucket = await server.bucket();
    expect(await post(bucket, { fields: { key: 'a' }, file: 'x' })).toMatchObject({ status: 204 });
    const fields = { key: 'a', success_action_redirect: 'http://page.example/done' };
    const answer = await post(bucket, { fields, file: 'x' });
    expect(answer.status).toBe(303);
    const location = new URL(String(answer.headers.location));
    expect(location.origin + location.pathname).toBe('http://page.example/done');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      bucket,
      key: 'a',
      etag: `"${md5('x')}"`,
    });
  });

  const range = (min: number, max: number) => ['content-length-range', min, max];
  it.each<[string, Form, number, string]>([
    [
      'too long a file',
      { fields: {}, conditions: [range(0, 3)], file: 'xxxx' },
      400,
      'EntityTooLarge',
    ],
    [
      'too short a file',
      { fields: {}, conditions: [range(5, 9)], file: 'xxxx' },
      400,
      'EntityTooSmall',
    ],
    ['no file', { fields: {} }, 400, 'MalformedPOSTRequest'],
    [
      'a field beyond the policy',
      { fields: {}, after: { 'x-amz-meta-a': 'b' }, file: 'x' },
      403,
      'AccessDenied',
    ],
    [
      'a field that lacks',
      { fields: {}, conditions: [{ 'x-amz-meta-a': 'b' }], file: 'x' },
      403,
      'AccessDenied',
    ],
    [
      'another key',
      { fields: {}, conditions: [['starts-with', '$key', 'user/']], file: 'x' },
      403,
      'AccessDenied',
    ],
    [
      'a wrong signature',
      { fields: {}, after: { 'x-amz-signature': 'a'.repeat(64) }, file: 'x' },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'an expired policy',
      { fields: {}, policy: { expiration: '2020-01-01T00:00:00.000Z', conditions: [] }, file: 'x' },
      403,
      'AccessDenied',
    ],
  ])('with %s is refused', async (_, form, status, code) => {
    const bucket = await server.bucket();
    const answer = await post(bucket, { ...form, fields: { key: 'k', ...form.fields } });
    expect(answer).toMatchObject({ status, code });
    expect(await send(server.target, { bucket, key: 'k' })).toMatchObject({ status: 404 });
  });

  it('with a policy that makes no sense is refused', async () => {
    const bucket = await server.bucket();
    const policy = { expiration: 'tomorrow', conditions: [] };
    const answer = await post(bucket, { fields: { key: 'k' }, policy, file: 'x' });
    expect(`${answer.status} ${answer.code}`).toBe(ofTarget('refusalOfPostPolicies'));
  });
});
