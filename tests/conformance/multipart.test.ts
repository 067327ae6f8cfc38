import type { CompletedPart } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { content, MIB, MIN_PART } from './support/content.ts';
import { ofTarget } from './support/differences.ts';
import { md5, send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

async function begin(Key: string, more = {}): Promise<string> {
  const { UploadId } = await server.s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ...more }),
  );
  return UploadId ?? '';
}

async function part(Key: string, UploadId: string, PartNumber: number, Body: Uint8Array | string) {
  const stored = await server.s3.send(
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
  );
  return { PartNumber, ETag: stored.ETag } satisfies CompletedPart as CompletedPart;
}

function complete(Key: string, UploadId: string, Parts: CompletedPart[]) {
  const call = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
  return server.s3.send(new CompleteMultipartUploadCommand(call));
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await server.s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const first = content(MIN_PART, 1);
const second = content(MIN_PART + 1, 2);
const last = content(100, 3);

describe('multipart uploads', () => {
  it('put the parts together in order, whatever the order of their upload', async () => {
    const Key = 'ordered';
    const id = await begin(Key, { ContentType: 'text/plain', Metadata: { a: 'b' } });
    const parts = [
      await part(Key, id, 7, last),
      await part(Key, id, 3, second),
      await part(Key, id, 1, first),
    ];
    const done = await complete(Key, id, parts.reverse());
    const digests = [first, second, last].map((bytes) => Buffer.from(md5(bytes), 'hex'));
    expect(done.ETag).toBe(`"${md5(Buffer.concat(digests))}-3"`);
    expect(done).toMatchObject({ Bucket, Key });
    expect((await read(Key)).equals(Buffer.concat([first, second, last]))).toBe(true);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({
      ContentType: 'text/plain',
      Metadata: { a: 'b' },
      ContentLength: first.length + second.length + last.length,
      ETag: done.ETag,
    });
  });

  it('can be read by range across their parts', async () => {
    const Key = 'ordered';
    const whole = Buffer.concat([first, second, last]);
    const start = MIN_PART - 10;
    const Range = `bytes=${start}-${start + 19}`;
    const { Body } = await server.s3.send(new GetObjectCommand({ Bucket, Key, Range }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(whole.subarray(start, start + 20))).toBe(true);
  });

  it('can be read part by part', async () => {
    const Key = 'part-by-part';
    const id = await begin(Key);
    await complete(Key, id, [await part(Key, id, 1, first), await part(Key, id, 2, last)]);
    const one = await server.s3.send(new GetObjectCommand({ Bucket, Key, PartNumber: 2 }));
    expect(one).toMatchObject({ PartsCount: 2, ContentLength: last.length });
    expect(Buffer.from((await one.Body?.transformToByteArray()) ?? []).equals(last)).toBe(true);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key, PartNumber: 1 }));
    expect(head).toMatchObject({ PartsCount: 2, ContentLength: first.length });
  });

  it('take a part again in place of the earlier one', async () => {
    const Key = 'again';
    const id = await begin(Key);
    await part(Key, id, 1, 'first try');
    const parts = [await part(Key, id, 1, 'second try')];
    await complete(Key, id, parts);
    expect((await read(Key)).toString()).toBe('second try');
  });

  it('leave out the parts that are not named', async () => {
    const Key = 'left-out';
    const id = await begin(Key);
    await part(Key, id, 1, first);
    const parts = [await part(Key, id, 2, last)];
    await complete(Key, id, parts);
    expect((await read(Key)).equals(last)).toBe(true);
  });

  it('show nothing before they are complete', async () => {
    const Key = 'unseen';
    const id = await begin(Key);
    await part(Key, id, 1, last);
    expect((await send(server.target, { bucket: Bucket, key: Key })).code).toBe('NoSuchKey');
    const { Contents = [] } = await server.s3.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map((object) => object.Key)).not.toContain(Key);
    await server.s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
  });

  it('replace an object only when they are complete', async () => {
    const Key = 'replacing';
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'old' }));
    const id = await begin(Key);
    const parts = [await part(Key, id, 1, 'new')];
    expect((await read(Key)).toString()).toBe('old');
    await complete(Key, id, parts);
    expect((await read(Key)).toString()).toBe('new');
  });

  it('come from the SDK’s own uploader', async () => {
    const body = content(12 * MIB + 5, 4);
    const params = { Bucket, Key: 'sdk', Body: body };
    await new Upload({ client: server.s3, params, partSize: MIN_PART }).done();
    expect((await read('sdk')).equals(body)).toBe(true);
  });

  it('take parts from other objects', async () => {
    const Key = 'from-copies';
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'origin', Body: second }));
    const UploadId = await begin(Key);
    const copy = { Bucket, Key, UploadId, CopySource: `${Bucket}/origin` };
    const one = await server.s3.send(new UploadPartCopyCommand({ ...copy, PartNumber: 1 }));
    const two = await server.s3.send(
      new UploadPartCopyCommand({ ...copy, PartNumber: 2, CopySourceRange: 'bytes=5-14' }),
    );
    await complete(Key, UploadId, [
      { PartNumber: 1, ETag: one.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: two.CopyPartResult?.ETag },
    ]);
    expect((await read(Key)).equals(Buffer.concat([second, second.subarray(5, 15)]))).toBe(true);
  });

  it.each(['bytes=5-', 'bytes=10-5', 'bytes=0-99999999', 'all'])(
    'refuse to copy the range %s',
    async (CopySourceRange) => {
      await server.s3.send(
        new PutObjectCommand({ Bucket, Key: 'short', Body: 'twenty characters...' }),
      );
      const Key = 'bad-range';
      const call = { Bucket, Key, UploadId: await begin(Key), PartNumber: 1, CopySourceRange };
      const refused = await failure(
        server.s3.send(new UploadPartCopyCommand({ ...call, CopySource: `${Bucket}/short` })),
      );
      expect([400, 416]).toContain(refused.status);
      expect(['InvalidArgument', 'InvalidRange']).toContain(refused.code);
    },
  );
});

describe('broken multipart uploads', () => {
  it('refuse parts that are not in ascending order', async () => {
    const Key = 'disorder';
    const id = await begin(Key);
    const parts = [await part(Key, id, 2, last), await part(Key, id, 1, first)];
    expect(await failure(complete(Key, id, parts))).toEqual({
      code: 'InvalidPartOrder',
      status: 400,
    });
  });

  it('refuse a small part that is not the last', async () => {
    const Key = 'small';
    const id = await begin(Key);
    const parts = [await part(Key, id, 1, 'tiny'), await part(Key, id, 2, last)];
    expect(await failure(complete(Key, id, parts))).toEqual({
      code: 'EntityTooSmall',
      status: 400,
    });
    const { Parts = [] } = await server.s3.send(
      new ListPartsCommand({ Bucket, Key, UploadId: id }),
    );
    expect(Parts).toHaveLength(2);
  });

  it.each([
    ['a wrong ETag', { PartNumber: 1, ETag: `"${'0'.repeat(32)}"` }],
    ['a part that was never sent', { PartNumber: 9, ETag: `"${md5(last)}"` }],
  ])('refuse %s', async (_, wrong) => {
    const Key = 'wrong-part';
    const id = await begin(Key);
    await part(Key, id, 1, last);
    expect(await failure(complete(Key, id, [wrong]))).toEqual({ code: 'InvalidPart', status: 400 });
    expect((await send(server.target, { bucket: Bucket, key: Key })).status).toBe(404);
  });

  it.each([
    [
      'no parts',
      '<CompleteMultipartUpload></CompleteMultipartUpload>',
      /^(MalformedXML|InvalidRequest)$/,
    ],
    ['no XML', 'nonsense', /^MalformedXML$/],
    ['an unfinished document', '<CompleteMultipartUpload><Part>', /^MalformedXML$/],
  ])('refuse to be completed with %s', async (_, body, code) => {
    const Key = 'malformed';
    const uploadId = await begin(Key);
    await part(Key, uploadId, 1, last);
    const response = await send(server.target, {
      method: 'POST',
      bucket: Bucket,
      key: Key,
      query: { uploadId },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.code).toMatch(code);
  });

  it.each(['0', '10001', '-1', 'one'])('refuse the part number %s', async (partNumber) => {
    const Key = 'numbers';
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: Key,
      query: { partNumber, uploadId: await begin(Key) },
      body: 'x',
    });
    expect(response.status).toBe(400);
    expect(['InvalidArgument', 'InvalidPart']).toContain(response.code);
  });

  it('refuse what comes after they were aborted', async () => {
    const Key = 'aborted';
    const id = await begin(Key);
    const parts = [await part(Key, id, 1, last)];
    await server.s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
    const gone = { code: 'NoSuchUpload', status: 404 };
    expect(await failure(part(Key, id, 2, last))).toEqual(gone);
    expect(await failure(complete(Key, id, parts))).toEqual(gone);
    expect(
      await failure(server.s3.send(new ListPartsCommand({ Bucket, Key, UploadId: id }))),
    ).toEqual(gone);
    const again = { method: 'DELETE', bucket: Bucket, key: Key, query: { uploadId: id } };
    expect((await send(server.target, again)).status).toBe(ofTarget('statusOfSecondAbort'));
    expect((await send(server.target, { bucket: Bucket, key: Key })).status).toBe(404);
  });

  it('are over once they are complete, and the object stays', async () => {
    const Key = 'twice';
    const id = await begin(Key);
    const parts = [await part(Key, id, 1, 'once')];
    const { ETag } = await complete(Key, id, parts);
    if (ofTarget('completesAgain')) {
      expect((await complete(Key, id, parts)).ETag).toBe(ETag);
    } else {
      expect(await failure(complete(Key, id, parts))).toMatchObject({ code: 'NoSuchUpload' });
    }
    expect((await read(Key)).toString()).toBe('once');
    await send(server.target, { method: 'PUT', bucket: Bucket, key: Key, body: 'other' });
    expect(await failure(complete(Key, id, parts))).toEqual({ code: 'NoSuchUpload', status: 404 });
  });

  it.each([
    ['', 'NoSuchUpload'],
    ['no-such-upload', 'NoSuchUpload'],
    ['../../x', ofTarget('oddUploadIds')],
  ])('refuse the upload id %j', async (uploadId, code) => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'unknown',
      query: { partNumber: '1', uploadId },
      body: 'x',
    });
    expect([400, 404]).toContain(response.status);
    expect(response.code).toBe(code);
  });

  it('belong to their key', async () => {
    const id = await begin('mine');
    expect(await failure(part('yours', id, 1, last))).toEqual({
      code: 'NoSuchUpload',
      status: 404,
    });
  });
});
