import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../../../../../tests/targets/target.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { bucketExists } from './testing/bucket-calls.ts';

let test: TestConsole;
let root: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

/** A bucket with versions, a delete marker and an incomplete upload. */
async function filledBucket(objectLock = false): Promise<string> {
  buckets += 1;
  const bucket = `forced-${buckets}`;
  await test.s3.makeBucket({ bucket, objectLock });
  await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
  for (const key of ['a', 'a', 'folder/b']) {
    await test.s3.putObject({ bucket, key, size: 1, body: Buffer.from('x') });
  }
  await test.s3.deleteObject({ bucket, key: 'a' });
  await test.s3.createMultipartUpload({ bucket, key: 'open' });
  return bucket;
}

const remove = (bucket: string, query: string, caller = root) =>
  caller.send({ method: 'DELETE', url: `/api/v1/buckets/${bucket}${query}` });

const exists = (bucket: string) => bucketExists(test, bucket);

async function userWith(...actions: string[]): Promise<TestCaller> {
  const name = `forcer-${actions.length}`;
  const Statement = [{ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::*'] }];
  return test.logIn(await test.addUser(name, { Version: '2012-10-17', Statement }));
}

describe('deleting a bucket by force', () => {
  it('takes everything in it away', async () => {
    const bucket = await filledBucket();
    const response = await remove(bucket, '?force=true');
    expect(response.statusCode).toBe(204);
    expect(await exists(bucket)).toBe(false);
    await test.s3.makeBucket({ bucket });
    const { versions } = await test.s3.listObjectVersions({ bucket });
    expect(versions).toEqual([]);
    // MinIO remembers the uploads of the former bucket for a while.
    if (targetKind() === 'minio') return;
    expect((await test.s3.listMultipartUploads({ bucket })).uploads).toEqual([]);
  });

  it.each(['', '?force=false'])(
    'is asked for: %j leaves a bucket that holds something',
    async (query) => {
      const bucket = await filledBucket();
      expect((await remove(bucket, query)).json()).toMatchObject({ errorCode: 'BucketNotEmpty' });
      expect(await exists(bucket)).toBe(true);
    },
  );

  it('needs a permission of its own', async () => {
    const bucket = await filledBucket();
    const response = await remove(bucket, '?force=true', await userWith('s3:DeleteBucket'));
    expect(response.json()).toMatchObject({
      code: 403,
      errorCode: 'AccessDenied',
      detailedMessage: 'It needs s3:DeleteBucket and s3:ForceDeleteBucket.',
    });
    expect((await test.s3.listObjectVersions({ bucket })).versions).toHaveLength(4);
    const both = await userWith('s3:DeleteBucket', 's3:ForceDeleteBucket');
    expect((await remove(bucket, '?force=true', both)).statusCode).toBe(204);
  });

  it('leaves a bucket whose objects can be locked, with a reason', async () => {
    const bucket = await filledBucket(true);
    const response = await remove(bucket, '?force=true');
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'force' });
    expect(response.json().detailedMessage).toMatch(/can be locked.*Empty it first/);
    expect((await test.s3.listObjectVersions({ bucket })).versions).toHaveLength(4);
  });

  // MinIO treats a missing bucket as deleted.
  it.skipIf(targetKind() === 'minio')('says that there is no such bucket', async () => {
    expect((await remove('never-there', '?force=true')).json()).toMatchObject({
      errorCode: 'BucketNotFound',
    });
  });

  it('knows yes and no only', async () => {
    expect((await remove('never-there', '?force=perhaps')).json()).toMatchObject({
      errorCode: 'InvalidInput',
      field: 'force',
    });
  });
});
