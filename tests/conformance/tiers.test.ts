import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  RestoreObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbedded } from '../targets/embedded.ts';
import type { Target } from '../targets/running-target.ts';
import { adminSend } from './support/admin.ts';
import { useServer } from './support/server.ts';

/** The tier target: another server of the kind under test. */
const cold = useServer();
const server = useServer();
const WAIT = { timeout: 60_000, interval: 200 };

const tierOf = (Name: string, Type: 's3' | 'minio', Bucket: string, change: object = {}) => ({
  Version: 'v1',
  Type,
  Name,
  [Type === 's3' ? 'S3' : 'MinIO']: {
    Endpoint: cold.target.endpoint,
    AccessKey: cold.target.accessKey,
    SecretKey: cold.target.secretKey,
    Bucket,
    Prefix: 'conformance',
    Region: 'us-east-1',
    ...change,
  },
});

const add = (target: Target, tier: object) =>
  adminSend(target, { method: 'PUT', operation: 'tier', secret: tier });
const list = async () =>
  JSON.parse((await adminSend(server.target, { operation: 'tier' })).body.toString()) as
    | object[]
    | null;

describe('tiers', () => {
  it.each(['s3', 'minio'] as const)('of %s are added, tried, changed and removed', async (type) => {
    const name = `TIER-${type.toUpperCase()}`;
    const bucket = await cold.bucket();
    const answer = await add(server.target, tierOf(name, type, bucket));
    expect(answer.status, answer.body.toString()).toBe(204);
    const block = type === 's3' ? 'S3' : 'MinIO';
    expect(await list()).toMatchObject([
      { Type: type, Name: name, [block]: { Bucket: bucket, SecretKey: 'REDACTED' } },
    ]);
    const at = `tier/${name}`;
    expect((await adminSend(server.target, { operation: at })).status).toBe(204);
    const { accessKey: access, secretKey } = cold.target;
    const edit = (secret: string) =>
      adminSend(server.target, { method: 'POST', operation: at, secret: { access, secret } });
    expect((await edit('not-the-secret')).body.toString()).toMatch(
      /XMinioAdminTier(InvalidCredentials|InsufficientPermissions)/,
    );
    expect((await edit(secretKey)).status).toBe(204);
    expect((await adminSend(server.target, { method: 'DELETE', operation: at })).status).toBe(204);
    expect((await list()) ?? []).toEqual([]);
  });

  it.each([
    ['a name in lower case', { Name: 'lower' }, 400, 'XMinioAdminTierNameNotUpperCase'],
    ['a reserved name', { Name: 'STANDARD' }, 400, 'XMinioAdminTierReserved'],
  ])('are refused with %s', async (_, change, status, code) => {
    const tier = { ...tierOf('WRONG', 's3', await cold.bucket()), ...change };
    const answer = await add(server.target, tier);
    expect({ status: answer.status, code: JSON.parse(answer.body.toString()).Code }).toEqual({
      status,
      code,
    });
  });

  it('have statistics', async () => {
    const { status, body } = await adminSend(server.target, { operation: 'tier-stats' });
    expect(status).toBe(200);
    expect(Array.isArray(JSON.parse(body.toString()) ?? [])).toBe(true);
  });
});

describe('the embedded store with a tier on this server', () => {
  let source: Target;
  let s3: S3Client;
  const Bucket = 'ageing';
  beforeAll(async () => {
    source = await startEmbedded();
    s3 = new S3Client({
      endpoint: source.endpoint,
      region: source.region,
      forcePathStyle: true,
      credentials: { accessKeyId: source.accessKey, secretAccessKey: source.secretKey },
    });
  });
  afterAll(async () => {
    s3.destroy();
    await source.close();
  });

  const head = (Key: string) => s3.send(new HeadObjectCommand({ Bucket, Key }));
  const read = async (Key: string, Range?: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const there = async (of: string) =>
    (await cold.s3.send(new ListObjectsV2Command({ Bucket: of }))).KeyCount;

  it('moves contents there, reads, copies and restores them, and removes what is deleted', async () => {
    await s3.send(new CreateBucketCommand({ Bucket }));
    const bucket = await cold.bucket();
    const added = await add(source, tierOf('COLD', 'minio', bucket));
    expect(added.status, added.body.toString()).toBe(204);
    const rule = { ID: 'move', Status: 'Enabled', Filter: { Prefix: '' } } as const;
    const Rules = [{ ...rule, Transitions: [{ Days: 0, StorageClass: 'COLD' as never }] }];
    const content = Buffer.alloc(6 * 1024 * 1024, 'some content');
    await s3.send(
      new PutObjectCommand({ Bucket, Key: 'key', Body: content, Metadata: { kept: 'yes' } }),
    );
    await s3.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
    );
    await vi.waitFor(async () => expect((await head('key')).StorageClass).toBe('COLD'), WAIT);
    expect(await head('key')).toMatchObject({
      ContentLength: content.length,
      Metadata: { kept: 'yes' },
    });
    expect(await there(bucket)).toBe(1);
    expect((await read('key')).equals(content)).toBe(true);
    expect(
      (await read('key', 'bytes=5000000-5000009')).equals(content.subarray(5e6, 5e6 + 10)),
    ).toBe(true);
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/key` }));
    expect((await read('copy')).equals(content)).toBe(true);
    await s3.send(new RestoreObjectCommand({ Bucket, Key: 'key', RestoreRequest: { Days: 1 } }));
    await vi.waitFor(
      async () => expect((await head('key')).Restore).toContain('ongoing-request="false"'),
      WAIT,
    );
    for (const Key of ['key', 'copy']) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    await vi.waitFor(async () => expect(await there(bucket)).toBe(0), WAIT);
  }, 150_000);
});
