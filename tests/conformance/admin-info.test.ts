import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminJson, createUser } from './support/admin.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';
let other = '';

beforeAll(async () => {
  Bucket = await server.bucket();
  other = await server.bucket();
  for (const [Key, size] of [
    ['a', 10],
    ['b', 2_000],
    ['c', 0],
  ] as const) {
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(size) }));
  }
});

describe('admin info', () => {
  it('describes the server and its drives', async () => {
    const info = await adminJson(server.target, { operation: 'info' });
    expect(info).toMatchObject({
      mode: 'online',
      deploymentID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      servers: [
        {
          state: 'online',
          endpoint: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
          version: expect.any(String),
        },
      ],
    });
    const [first] = drivesOf(info);
    expect(drivesOf(info)).toHaveLength(4);
    expect(first).toMatchObject({
      state: 'ok',
      uuid: expect.any(String),
      totalspace: expect.any(Number),
      availspace: expect.any(Number),
      usedspace: expect.any(Number),
    });
  });
});

function drivesOf(info: unknown): readonly unknown[] {
  if (!isRecord(info) || !Array.isArray(info.servers)) return [];
  const [one]: readonly unknown[] = info.servers;
  return isRecord(one) && Array.isArray(one.drives) ? one.drives : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function bucketsOf(info: unknown): readonly Record<string, unknown>[] {
  if (!isRecord(info)) return [];
  const list = info.Buckets ?? info.buckets;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function named(info: unknown, name: string): Record<string, unknown> | undefined {
  return bucketsOf(info).find((bucket) => bucket.name === name);
}

describe('account info', () => {
  it('names the account, its policy and the buckets that it reaches', async () => {
    const info = await adminJson(server.target, { operation: 'accountinfo' });
    expect(info).toMatchObject({ AccountName: server.target.accessKey });
    expect(named(info, Bucket)).toMatchObject({
      access: { read: true, write: true },
      created: expect.any(String),
    });
    expect(named(info, other)).toBeDefined();
  });

  it('shows a user what its policy allows', async () => {
    const name = freshName('policy');
    await adminJson(server.target, {
      method: 'PUT',
      operation: 'add-canned-policy',
      query: { name },
      body: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['s3:ListBucket', 's3:GetObject', 's3:GetBucketLocation'],
            Resource: [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`],
          },
        ],
      }),
    });
    const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, account, name);
    const info = await adminJson(server.target, { operation: 'accountinfo', account });
    expect(info).toMatchObject({ AccountName: account.accessKey });
    expect(named(info, Bucket)).toMatchObject({ access: { read: true, write: false } });
    expect(named(info, other)).toBeUndefined();
    expect(isRecord(info) && policyOf(info)).toMatchObject({
      Statement: [{ Action: expect.arrayContaining(['s3:ListBucket']) }],
    });
  });
});

function policyOf(info: Record<string, unknown>): unknown {
  const policy = info.Policy;
  return typeof policy === 'string' ? JSON.parse(policy) : policy;
}

describe('data usage', () => {
  it('counts buckets, objects and bytes', async () => {
    await expect
      .poll(async () => usageOf(await adminJson(server.target, { operation: 'datausageinfo' })), {
        timeout: 50_000,
        interval: 500,
      })
      .toMatchObject({ size: 2_010, objectsCount: 3 });
    const usage = await adminJson(server.target, { operation: 'datausageinfo' });
    expect(usage).toMatchObject({
      bucketsCount: 2,
      objectsCount: 3,
      objectsTotalSize: 2_010,
      lastUpdate: expect.any(String),
    });
    expect(usageOf(usage)).toHaveProperty('objectsSizesHistogram');
  });
});

function usageOf(usage: unknown): unknown {
  if (!isRecord(usage) || !isRecord(usage.bucketsUsageInfo)) return undefined;
  return usage.bucketsUsageInfo[Bucket];
}
