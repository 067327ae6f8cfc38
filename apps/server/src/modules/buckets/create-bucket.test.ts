import type { MakeBucket } from '@stowage/contract/buckets';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { createBucket } from './create-bucket.ts';
import type { BucketWriter } from './ports.ts';
import { bucketExists, policy, statement } from './testing/bucket-calls.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const create = (payload: MakeBucket, caller = root) =>
  caller.send({ method: 'POST', url: '/api/v1/buckets', payload });

const exists = (bucket: string) => bucketExists(test, bucket);

describe('creating a bucket', () => {
  it('makes a plain one [API-12]', async () => {
    const response = await create({ name: 'plain-bucket' });
    expect(response.statusCode).toBe(201);
    expect(response.body).toBe('');
    expect(await test.s3.getBucketVersioning({ bucket: 'plain-bucket' })).toBe('off');
  });

  it('sets versioning and quota', async () => {
    const response = await create({
      name: 'full-bucket',
      versioning: true,
      quota: { enabled: true, quota_type: 'hard', amount: 5_000_000_000 },
    });
    expect(response.statusCode).toBe(201);
    expect(await test.s3.getBucketVersioning({ bucket: 'full-bucket' })).toBe('enabled');
    expect(await test.admin.getBucketQuota({ bucket: 'full-bucket' })).toEqual({
      size: 5_000_000_000,
      type: 'hard',
    });
  });

  it('locks objects for retention, in the units that were asked for', async () => {
    const response = await create({
      name: 'locked-bucket',
      retention: { mode: 'governance', unit: 'days', validity: 30 },
    });
    expect(response.statusCode).toBe(201);
    expect(await test.s3.getObjectLockConfiguration({ bucket: 'locked-bucket' })).toEqual({
      enabled: true,
      retention: { mode: 'GOVERNANCE', unit: 'days', validity: 30 },
    });
    expect(await test.s3.getBucketVersioning({ bucket: 'locked-bucket' })).toBe('enabled');
  });

  it('leaves out a quota that is switched off', async () => {
    await create({ name: 'no-quota', quota: { enabled: false } });
    expect((await test.admin.getBucketQuota({ bucket: 'no-quota' })).size).toBe(0);
  });

  it('asks for the amount of a quota before it makes anything', async () => {
    const response = await create({ name: 'half-quota', quota: { enabled: true } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'quota.amount' });
    expect(await exists('half-quota')).toBe(false);
  });

  it.each([
    ['quota.amount', { quota: { enabled: true, amount: 0 } }],
    ['quota.quota_type', { quota: { enabled: true, amount: 1, quota_type: 'soft' } }],
    ['retention.validity', { retention: { mode: 'compliance', unit: 'days', validity: 0 } }],
    ['retention.validity', { retention: { mode: 'compliance', unit: 'years', validity: 101 } }],
    ['retention.mode', { retention: { mode: 'COMPLIANCE', unit: 'days', validity: 1 } }],
    ['versioning', { versioning: 'yes' }],
  ])('names the field that is wrong: %s', async (field, rest) => {
    const payload = { name: 'never-made', ...rest };
    const response = await root.send({ method: 'POST', url: '/api/v1/buckets', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect(await exists('never-made')).toBe(false);
  });

  it.each([
    [' ', 'A bucket needs a name.'],
    ['ab', 'A bucket name has at least 3 characters.'],
    ['a'.repeat(64), 'A bucket name has at most 63 characters.'],
    ['My-bucket', 'A bucket name has no capital letters.'],
    ['my_bucket', 'A bucket name has only letters, digits, periods and hyphens.'],
    ['-bucket', 'A bucket name begins with a letter or a digit.'],
    ['bucket-', 'A bucket name ends with a letter or a digit.'],
    ['my..bucket', 'A bucket name has no two periods next to each other.'],
    ['my.-bucket', 'A bucket name has no period next to a hyphen.'],
    ['192.168.1.1', 'A bucket name does not look like an IP address.'],
    ['xn--bucket', 'A bucket name does not begin with xn--, sthree- or amzn-s3-demo-.'],
    [
      'bucket-s3alias',
      'A bucket name does not end with -s3alias, --ol-s3, .mrap, --x-s3 or --table-s3.',
    ],
    ['minio', 'This name belongs to the storage server.'],
  ])('says which rule the name %j breaks', async (name, detailedMessage) => {
    const response = await create({ name });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 400,
      message: 'The bucket name is not valid.',
      detailedMessage,
      errorCode: 'InvalidBucketName',
      field: 'name',
    });
  });

  it('refuses a name that is taken', async () => {
    await create({ name: 'taken-bucket' });
    const response = await create({ name: 'taken-bucket' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ errorCode: 'BucketExists', field: 'name' });
  });

  it('removes the bucket again when a later step fails, and says so', async () => {
    test.gate.set({ status: 500, code: 'InternalError' }, ({ url }) =>
      Boolean(url?.includes('set-bucket-quota')),
    );
    const response = await create({
      name: 'undone-bucket',
      versioning: true,
      quota: { enabled: true, amount: 1_000_000_000 },
    });
    test.gate.set('open');
    expect(response.statusCode).toBe(502);
    expect(response.json().detailedMessage).toMatch(
      /^Setting the quota failed: .*\. The bucket was removed again\.$/,
    );
    expect(await exists('undone-bucket')).toBe(false);
  });

  it('says which action a later step needs', async () => {
    const keys = await test.addUser(
      'maker',
      policy(statement('Allow', ['s3:*'], ['arn:aws:s3:::*'])),
    );
    const maker = await test.logIn(keys);
    const response = await create(
      { name: 'quota-denied', quota: { enabled: true, amount: 1_000_000_000 } },
      maker,
    );
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage:
        'Setting the quota failed: it needs admin:SetBucketQuota. The bucket was removed again.',
    });
    expect(await exists('quota-denied')).toBe(false);
  });

  describe('keeps a bucket that is not the one just made', () => {
    const request = { name: '', quota: { enabled: true, amount: 1000 } };
    const never = AbortSignal.any([]);
    /** The storage server, where setting the quota fails after this has run. */
    const failing = (before: () => Promise<void>, s3: Partial<S3Client> = {}): BucketWriter => ({
      s3: { ...test.s3, ...s3 },
      admin: {
        setBucketQuota: async () => {
          await before();
          throw new StorageRequestError({ code: 'InternalError', status: 500, message: 'No.' });
        },
      },
    });

    it('because somebody made it anew in the meantime', async () => {
      const bucket = 'made-anew';
      const port = failing(async () => {
        await test.s3.removeBucket({ bucket });
        await test.s3.makeBucket({ bucket });
      });
      await expect(createBucket(port, { ...request, name: bucket }, never)).rejects.toMatchObject({
        detail: expect.stringContaining('not removed again'),
      });
      expect(await exists(bucket)).toBe(true);
    });

    it('because it was there before, though the server says nothing of it', async () => {
      const bucket = 'there-before';
      await test.s3.makeBucket({ bucket });
      const port = failing(async () => {}, { makeBucket: async () => {} });
      await expect(createBucket(port, { ...request, name: bucket }, never)).rejects.toMatchObject({
        code: 'BucketExists',
        field: 'name',
      });
      expect(await exists(bucket)).toBe(true);
    });

    it('because the account cannot see which one it is', async () => {
      const bucket = 'not-seen';
      const port = failing(async () => {}, { listBuckets: async () => [] });
      await expect(createBucket(port, { ...request, name: bucket }, never)).rejects.toMatchObject({
        detail: expect.stringContaining('not removed again'),
      });
      expect(await exists(bucket)).toBe(true);
    });
  });
});
