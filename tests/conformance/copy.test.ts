import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { encodeComponent, encodeKey } from '@stowage/storage-wire/uri';
import { beforeAll, describe, expect, it } from 'vitest';
import { content, MIB } from './support/content.ts';
import { md5, send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';
let other = '';

beforeAll(async () => {
  Bucket = await server.bucket();
  other = await server.bucket();
  await server.s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'source',
      Body: 'content',
      ContentType: 'text/plain',
      CacheControl: 'max-age=5',
      Metadata: { from: 'source' },
    }),
  );
});

async function read(bucket: string, Key: string): Promise<string> {
  const { Body } = await server.s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
  return (await Body?.transformToString()) ?? '';
}

describe('copies', () => {
  it('carry content, type and metadata over', async () => {
    const { CopyObjectResult } = await server.s3.send(
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/source` }),
    );
    expect(CopyObjectResult?.ETag).toBe(`"${md5('content')}"`);
    expect(CopyObjectResult?.LastModified).toBeInstanceOf(Date);
    expect(await read(Bucket, 'copy')).toBe('content');
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'copy' }));
    expect(head).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'max-age=5',
      Metadata: { from: 'source' },
    });
  });

  it('take new type and metadata with REPLACE', async () => {
    await server.s3.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'replaced',
        CopySource: `/${Bucket}/source`,
        MetadataDirective: 'REPLACE',
        ContentType: 'text/html',
        Metadata: { now: 'new' },
      }),
    );
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'replaced' }));
    expect(head).toMatchObject({ ContentType: 'text/html', Metadata: { now: 'new' } });
    expect(head.CacheControl).toBeUndefined();
  });

  it('go from bucket to bucket, and stay when the source goes', async () => {
    const body = content(2 * MIB);
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'big', Body: body }));
    await server.s3.send(
      new CopyObjectCommand({ Bucket: other, Key: 'big', CopySource: `${Bucket}/big` }),
    );
    await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'big' }));
    const { Body } = await server.s3.send(new GetObjectCommand({ Bucket: other, Key: 'big' }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(body)).toBe(true);
  });

  it.each(['with space', 'plus+plus', 'ü/ö', 'per%cent', 'a/b c/d?e'])(
    'find a source at %s',
    async (Key) => {
      await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
      await server.s3.send(
        new CopyObjectCommand({
          Bucket,
          Key: `copy of ${Key}`,
          CopySource: `${encodeComponent(Bucket)}/${encodeKey(Key)}`,
        }),
      );
      expect(await read(Bucket, `copy of ${Key}`)).toBe(Key);
    },
  );

  it('of what has no checksum gain one', async () => {
    const Key = 'plain';
    const upload = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: Key,
      body: 'x',
    });
    expect(upload.status).toBe(200);
    await server.s3.send(
      new CopyObjectCommand({ Bucket, Key: 'summed', CopySource: `${Bucket}/${Key}` }),
    );
    const copy = { Bucket, Key: 'summed', ChecksumMode: 'ENABLED' } as const;
    const head = await server.s3.send(new HeadObjectCommand(copy));
    expect(head).toMatchObject({
      ChecksumCRC64NVME: 'Lb1nAmRU5LE=',
      ChecksumType: 'FULL_OBJECT',
    });
  });

  it('onto themselves must change something', async () => {
    const onto = { Bucket, Key: 'source', CopySource: `${Bucket}/source` };
    expect(await failure(server.s3.send(new CopyObjectCommand(onto)))).toEqual({
      code: 'InvalidRequest',
      status: 400,
    });
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'self', Body: 'mine' }));
    await server.s3.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'self',
        CopySource: `${Bucket}/self`,
        MetadataDirective: 'REPLACE',
        Metadata: { changed: 'yes' },
      }),
    );
    expect(await read(Bucket, 'self')).toBe('mine');
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'self' }));
    expect(head.Metadata).toEqual({ changed: 'yes' });
  });

  it.each([
    ['a key that is not there', () => `${Bucket}/nothing`, 'NoSuchKey'],
    ['a bucket that is not there', () => `${freshName()}/source`, 'NoSuchBucket'],
  ])('from %s are refused', async (_, source, code) => {
    const copy = new CopyObjectCommand({ Bucket, Key: 'x', CopySource: source() });
    expect(await failure(server.s3.send(copy))).toEqual({ code, status: 404 });
  });

  it('into a bucket that is not there are refused', async () => {
    const copy = { Bucket: freshName(), Key: 'x', CopySource: `${Bucket}/source` };
    expect(await failure(server.s3.send(new CopyObjectCommand(copy)))).toEqual({
      code: 'NoSuchBucket',
      status: 404,
    });
  });

  it.each([
    ['a source that names no key', { 'x-amz-copy-source': 'only-a-bucket' }],
    ['an unknown directive', { 'x-amz-metadata-directive': 'MOVE' }],
  ])('with %s are refused', async (_, headers) => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'x',
      headers: { 'x-amz-copy-source': `${Bucket}/source`, ...headers },
    });
    expect(response.status).toBe(400);
    expect(['InvalidArgument', 'InvalidRequest']).toContain(response.code);
  });

  it.each([
    ['if-match', () => `"${md5('content')}"`, 200],
    ['if-match', () => '"other"', 412],
    ['if-none-match', () => `"${md5('content')}"`, 412],
    ['if-none-match', () => '"other"', 200],
    ['if-modified-since', () => 'Mon, 01 Jan 2001 00:00:00 GMT', 200],
    ['if-unmodified-since', () => 'Mon, 01 Jan 2001 00:00:00 GMT', 412],
  ])('may depend on the source: %s', async (condition, value, status) => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'conditional',
      headers: {
        'x-amz-copy-source': `${Bucket}/source`,
        [`x-amz-copy-source-${condition}`]: value(),
      },
    });
    expect(response.status).toBe(status);
    if (status === 412) expect(response.code).toBe('PreconditionFailed');
  });
});
