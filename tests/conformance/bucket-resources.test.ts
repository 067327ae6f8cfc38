import {
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  RestoreObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();

/** Known calls that are not supported. */
const ABSENT = [
  ['PUT', 'website'],
  ['PUT', 'logging'],
  ['DELETE', 'logging'],
  ['PUT', 'accelerate'],
  ['DELETE', 'accelerate'],
  ['PUT', 'requestPayment'],
  ['DELETE', 'acl'],
  ['GET', 'publicAccessBlock'],
  ['PUT', 'publicAccessBlock'],
  ['GET', 'ownershipControls'],
  ['PUT', 'ownershipControls'],
  ['GET', 'inventory'],
  ['GET', 'analytics'],
  ['GET', 'intelligent-tiering'],
  ['GET', 'metrics'],
].filter(([method]) => method === 'GET' || ofTarget('settingsAreNotBuckets'));

describe('what a server without AWS around it does not have', () => {
  it.each(ABSENT)('%s of %s is not implemented', async (method, name) => {
    const bucket = await server.bucket();
    expect(await send(server.target, { method, bucket, query: { [name]: '' } })).toMatchObject({
      status: 501,
      code: 'NotImplemented',
    });
  });

  it('nothing can be restored, and nothing shared as a torrent', async () => {
    const Bucket = await server.bucket();
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    const restore = (Key: string) =>
      failure(
        server.s3.send(new RestoreObjectCommand({ Bucket, Key, RestoreRequest: { Days: 1 } })),
      );
    expect(await restore('k')).toEqual({ code: 'InvalidObjectState', status: 403 });
    expect(await restore('none')).toMatchObject({ status: 404 });
    const torrent = { bucket: Bucket, key: 'k', query: { torrent: '' } };
    expect(await send(server.target, torrent)).toMatchObject({ status: 501 });
  });

  it.each([
    ['accelerate', /<AccelerateConfiguration/],
    ['requestPayment', /<Payer>BucketOwner<\/Payer>/],
    ['logging', /<BucketLoggingStatus/],
    ['notification', /<NotificationConfiguration/],
  ])('%s is answered as on a bucket that never set it', async (name, answer) => {
    const bucket = await server.bucket();
    const got = await send(server.target, { bucket, query: { [name]: '' } });
    expect(got.status).toBe(200);
    expect(got.body.toString()).toMatch(answer);
  });
});

describe('the list of buckets', () => {
  it.skipIf(!ofTarget('pagesOfBuckets'))('comes in pages, by prefix', async () => {
    const prefix = freshName('page');
    for (const end of ['a', 'b', 'c']) {
      await send(server.target, { method: 'PUT', bucket: `${prefix}-${end}` });
    }
    const page = (more: object) =>
      server.s3.send(new ListBucketsCommand({ Prefix: `${prefix}-`, ...more }));
    const names = (answer: Awaited<ReturnType<typeof page>>) =>
      answer.Buckets?.map(({ Name }) => Name?.slice(-1)).join('');
    expect(names(await page({}))).toBe('abc');
    const first = await page({ MaxBuckets: 2 });
    expect(names(first)).toBe('ab');
    const second = await page({ MaxBuckets: 2, ContinuationToken: first.ContinuationToken });
    expect(names(second)).toBe('c');
    expect(second.ContinuationToken).toBeUndefined();
    expect(await failure(page({ MaxBuckets: 0 }))).toEqual({
      code: 'InvalidArgument',
      status: 400,
    });
    expect(await failure(page({ ContinuationToken: 'x' }))).toMatchObject({ status: 400 });
  });
});

describe('an object', () => {
  it.skipIf(!ofTarget('redirectLocations'))('keeps where a website would redirect to', async () => {
    const Bucket = await server.bucket();
    const put = (WebsiteRedirectLocation: string) =>
      server.s3.send(new PutObjectCommand({ Bucket, Key: 'k', WebsiteRedirectLocation }));
    await put('/other');
    const got = await server.s3.send(new GetObjectCommand({ Bucket, Key: 'k' }));
    expect(got.WebsiteRedirectLocation).toBe('/other');
    expect(await failure(put('other'))).toEqual({ code: 'InvalidRedirectLocation', status: 400 });
  });

  it.each(['STANDARD', 'REDUCED_REDUNDANCY', ''])('is stored as %j', async (storageClass) => {
    const bucket = await server.bucket();
    const headers = { 'x-amz-storage-class': storageClass };
    expect((await send(server.target, { method: 'PUT', bucket, key: 'k', headers })).status).toBe(
      200,
    );
  });

  it.each(['GLACIER', 'standard'])('is not stored as %j', async (storageClass) => {
    const bucket = await server.bucket();
    const headers = { 'x-amz-storage-class': storageClass };
    const answer = await send(server.target, { method: 'PUT', bucket, key: 'k', headers });
    expect(answer).toMatchObject({ status: 400, code: 'InvalidStorageClass' });
  });
});
