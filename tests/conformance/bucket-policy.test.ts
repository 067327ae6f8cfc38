import {
  DeleteBucketPolicyCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();

function policy(bucket: string, actions: readonly string[], resource = `${bucket}/public/*`) {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: actions,
        Resource: [`arn:aws:s3:::${resource}`],
      },
    ],
  };
}

async function withPolicy(document: (bucket: string) => object): Promise<string> {
  const Bucket = await server.bucket();
  for (const Key of ['public/a', 'private/a']) {
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  }
  const Policy = JSON.stringify(document(Bucket));
  await server.s3.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  return Bucket;
}

describe('bucket policies', () => {
  it('open what they name to everybody, and nothing else', async () => {
    const bucket = await withPolicy((name) => policy(name, ['s3:GetObject']));
    const anonymous = { bucket, anonymous: true };
    const open = await send(server.target, { ...anonymous, key: 'public/a' });
    expect(open).toMatchObject({ status: 200 });
    expect(open.body.toString()).toBe('public/a');
    for (const closed of [
      { ...anonymous, key: 'private/a' },
      { ...anonymous, key: 'public/a', method: 'PUT', body: 'x' },
      { ...anonymous, key: 'public/a', method: 'DELETE' },
      anonymous,
    ]) {
      expect(await send(server.target, closed)).toMatchObject({
        status: 403,
        code: 'AccessDenied',
      });
    }
  });

  it('let everybody write where they say so', async () => {
    const bucket = await withPolicy((name) => policy(name, ['s3:PutObject']));
    const put = { method: 'PUT', bucket, anonymous: true, body: 'x' };
    expect((await send(server.target, { ...put, key: 'public/new' })).status).toBe(200);
    expect((await send(server.target, { ...put, key: 'private/new' })).status).toBe(403);
  });

  it('let everybody list where they say so', async () => {
    const bucket = await withPolicy((name) => policy(name, ['s3:ListBucket'], name));
    const list = await send(server.target, { bucket, anonymous: true });
    expect(list.status).toBe(200);
    expect(list.body.toString()).toContain('<Key>private/a</Key>');
  });

  it('are given back, and gone when they are deleted', async () => {
    const Bucket = await withPolicy((name) => policy(name, ['s3:GetObject']));
    const { Policy = '' } = await server.s3.send(new GetBucketPolicyCommand({ Bucket }));
    expect(JSON.parse(Policy)).toEqual(policy(Bucket, ['s3:GetObject']));
    const { PolicyStatus } = await server.s3.send(new GetBucketPolicyStatusCommand({ Bucket }));
    expect(PolicyStatus).toBeDefined();
    await server.s3.send(new DeleteBucketPolicyCommand({ Bucket }));
    const get = new GetBucketPolicyCommand({ Bucket });
    expect(await failure(server.s3.send(get))).toEqual({ code: 'NoSuchBucketPolicy', status: 404 });
    const closed = await send(server.target, { bucket: Bucket, key: 'public/a', anonymous: true });
    expect(closed.status).toBe(403);
  });

  it('let those who may list know what is not there', async () => {
    const bucket = await withPolicy((name) => policy(name, ['s3:ListBucket'], name));
    const open = (key: string) => send(server.target, { bucket, key, anonymous: true });
    const none = await open('public/none');
    expect(`${none.status} ${none.code}`).toBe(ofTarget('absentForThoseWhoMayList'));
    expect(await open('public/a')).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it.each([
    ['no JSON', () => '{'],
    [
      'no principal',
      (name: string) =>
        JSON.stringify({
          ...policy(name, ['s3:GetObject']),
          Statement: [
            { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${name}/*`] },
          ],
        }),
    ],
    ['another bucket', () => JSON.stringify(policy('elsewhere', ['s3:GetObject']))],
    [
      'an object action on the bucket',
      (name: string) => JSON.stringify(policy(name, ['s3:GetObject'], name)),
    ],
    [
      'no version',
      (name: string) => JSON.stringify({ ...policy(name, ['s3:GetObject']), Version: '' }),
    ],
  ])('are refused with %s', async (_, text) => {
    const Bucket = await server.bucket();
    const put = new PutBucketPolicyCommand({ Bucket, Policy: text(Bucket) });
    const refused = await failure(server.s3.send(put));
    expect(refused).toEqual({ code: 'MalformedPolicy', status: 400 });
    const get = new GetBucketPolicyCommand({ Bucket });
    expect((await failure(server.s3.send(get))).code).toBe('NoSuchBucketPolicy');
  });
});
