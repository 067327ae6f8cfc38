import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketLocationCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();

describe('buckets', () => {
  it('are created, found, listed and deleted', async () => {
    const before = Date.now();
    const name = freshName();
    const created = await server.s3.send(new CreateBucketCommand({ Bucket: name }));
    expect(created.Location).toBe(`/${name}`);
    await server.s3.send(new HeadBucketCommand({ Bucket: name }));

    const { Buckets = [], Owner } = await server.s3.send(new ListBucketsCommand({}));
    const listed = Buckets.find((bucket) => bucket.Name === name);
    expect(listed?.CreationDate?.getTime()).toBeGreaterThan(before - 2_000);
    expect(listed?.CreationDate?.getTime()).toBeLessThan(Date.now() + 2_000);
    expect(Owner?.ID).toBeTruthy();

    await server.s3.send(new DeleteBucketCommand({ Bucket: name }));
    const gone = await server.s3.send(new ListBucketsCommand({}));
    expect(gone.Buckets?.map((bucket) => bucket.Name)).not.toContain(name);
    expect(await failure(server.s3.send(new HeadBucketCommand({ Bucket: name })))).toMatchObject({
      status: 404,
    });
  });

  it('are listed by name', async () => {
    const names = [freshName('c'), freshName('a'), freshName('b')];
    for (const Bucket of names) await server.s3.send(new CreateBucketCommand({ Bucket }));
    const { Buckets = [] } = await server.s3.send(new ListBucketsCommand({}));
    const listed = Buckets.map((bucket) => bucket.Name ?? '');
    expect(listed).toEqual([...listed].sort());
    for (const name of names) expect(listed).toContain(name);
  });

  it('cannot be created twice', async () => {
    const Bucket = await server.bucket();
    expect(await failure(server.s3.send(new CreateBucketCommand({ Bucket })))).toEqual({
      code: 'BucketAlreadyOwnedByYou',
      status: 409,
    });
  });

  it('are in the region of the server', async () => {
    const Bucket = await server.bucket();
    const location = await server.s3.send(new GetBucketLocationCommand({ Bucket }));
    // us-east-1 is represented by an empty element.
    expect(location.LocationConstraint || 'us-east-1').toBe(server.target.region);
    const head = await send(server.target, { method: 'HEAD', bucket: Bucket });
    expect(head.status).toBe(200);
  });

  it('are deleted only when they are empty', async () => {
    const Bucket = await server.bucket();
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    expect(await failure(server.s3.send(new DeleteBucketCommand({ Bucket })))).toEqual({
      code: 'BucketNotEmpty',
      status: 409,
    });
  });

  it('that do not exist cannot be used', async () => {
    const Bucket = freshName();
    const missing = { code: 'NoSuchBucket', status: 404 };
    expect(await failure(server.s3.send(new DeleteBucketCommand({ Bucket })))).toEqual(missing);
    expect(
      await failure(server.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }))),
    ).toEqual(missing);
    expect(await failure(server.s3.send(new GetBucketLocationCommand({ Bucket })))).toEqual(
      missing,
    );
  });

  it('refuse a body that is no bucket configuration', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: freshName(),
      body: '<CreateBucketConfiguration><LocationConstraint>',
    });
    expect(response).toMatchObject({ status: 400, code: 'MalformedXML' });
  });

  it('refuse a region that is not the server’s', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: freshName(),
      body: '<CreateBucketConfiguration><LocationConstraint>mars-1</LocationConstraint></CreateBucketConfiguration>',
    });
    expect(response.status).toBe(400);
    expect(['InvalidRegion', 'InvalidLocationConstraint']).toContain(response.code);
  });
});

describe('bucket names', () => {
  it.each([
    ['too short', 'ab'],
    ['too long', 'a'.repeat(64)],
    ['upper case', 'Photos'],
    ['an underscore', 'under_score'],
    ['a space', 'with space'],
    ['a letter beyond ASCII', 'größe'],
    ['a hyphen first', '-abc'],
    ['a period first', '.abc'],
    ['a hyphen last', 'abc-'],
    ['a period last', 'abc.'],
    ['adjacent periods', 'a..b'],
    ['a period beside a hyphen', 'a.-b'],
    ['an IP address', '192.168.5.4'],
  ])('with %s are refused', async (_, bucket) => {
    const response = await send(server.target, { method: 'PUT', bucket });
    expect(response).toMatchObject({ status: 400, code: 'InvalidBucketName' });
  });

  it.each(['abc', `${'a'.repeat(62)}1`, '1-2', 'a.b.c'])('such as %s are taken', async (bucket) => {
    const response = await send(server.target, { method: 'PUT', bucket });
    expect(response.status).toBe(200);
  });
});
