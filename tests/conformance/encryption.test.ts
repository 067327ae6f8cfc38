import { createHash } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketEncryptionCommand,
  GetBucketEncryptionCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketEncryptionCommand,
  PutObjectCommand,
  type ServerSideEncryption,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { KMS_KEY } from '../targets/running-target.ts';
import { content, MIN_PART } from './support/content.ts';
import { ofTarget } from './support/differences.ts';
import { md5, send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

interface Wish {
  readonly ServerSideEncryption: ServerSideEncryption;
  readonly SSEKMSKeyId?: string;
}

const S3: Wish = { ServerSideEncryption: 'AES256' };

function kms(): Wish {
  return { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KMS_KEY };
}

/** Returns the encryption headers in responses. */
function told(wish: Wish): object {
  const { SSEKMSKeyId } = wish;
  return SSEKMSKeyId === undefined
    ? wish
    : { ...wish, SSEKMSKeyId: ofTarget('prefixOfKeyNames') + SSEKMSKeyId };
}

/** Returns the encryption headers in responses to uploads and copies. */
function toldAtOnce(wish: Wish): object {
  return ofTarget('tellsEncryptionOfUploadsAndCopies') ? told(wish) : {};
}

const MODES: [name: string, wish: () => Wish][] = [
  ['SSE-S3', () => S3],
  ['SSE-KMS', kms],
];

async function read(Key: string, Range?: string, more = {}): Promise<Buffer> {
  const call = new GetObjectCommand({ Bucket, Key, Range, ...more });
  const { Body } = await server.s3.send(call);
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

async function putParts(Key: string, contents: readonly Buffer[], wish: object, more: object) {
  const begun = await server.s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...wish }));
  const UploadId = begun.UploadId ?? '';
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  for (const [i, Body] of contents.entries()) {
    const PartNumber = i + 1;
    const call = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more });
    Parts.push({ PartNumber, ETag: (await server.s3.send(call)).ETag });
  }
  const listed = await server.s3.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  const call = { Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more };
  const done = await server.s3.send(new CompleteMultipartUploadCommand(call));
  return { begun, listed, done, Parts };
}

const BODY = content(200_000, 7);

describe.each(MODES)('%s', (mode, wish) => {
  it('gives the content back, whole and in ranges', async () => {
    const put = await server.s3.send(
      new PutObjectCommand({ Bucket, Key: mode, Body: BODY, ...wish() }),
    );
    expect(put).toMatchObject(told(wish()));
    expect(put.ETag === `"${md5(BODY)}"`).toBe(mode === 'SSE-S3');
    expect((await read(mode)).equals(BODY)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [65_535, 65_536],
      [65_536, 131_071],
      [131_072, 199_999],
    ] as const) {
      const part = await read(mode, `bytes=${start}-${end}`);
      expect(part.equals(BODY.subarray(start, end + 1))).toBe(true);
    }
    const last = await read(mode, 'bytes=-10');
    expect(last.equals(BODY.subarray(-10))).toBe(true);
  });

  it('shows the content, not what is stored', async () => {
    const Key = `${mode}-shown`;
    const { ETag } = await server.s3.send(
      new PutObjectCommand({ Bucket, Key, Body: BODY, ...wish() }),
    );
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ...told(wish()), ContentLength: BODY.length, ETag });
    const list = await server.s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key }));
    expect(list.Contents?.[0]).toMatchObject({ Size: BODY.length, ETag });
    const attributes = await server.s3.send(
      new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['ObjectSize'] }),
    );
    expect(attributes.ObjectSize).toBe(BODY.length);
  });

  it('holds for empty objects', async () => {
    const Key = `${mode}-empty`;
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(0), ...wish() }));
    expect((await read(Key)).length).toBe(0);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ...told(wish()), ContentLength: 0 });
  });

  it('holds for every part of an upload', async () => {
    const Key = `${mode}-parts`;
    const contents = [content(MIN_PART + 3, 1), content(MIN_PART, 2), content(1000, 3)];
    const { begun, listed, done } = await putParts(Key, contents, wish(), {});
    expect(begun).toMatchObject(toldAtOnce(wish()));
    expect(done).toMatchObject(toldAtOnce(wish()));
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject(told(wish()));
    expect(listed.Parts?.map(({ Size }) => Size)).toEqual(contents.map(({ length }) => length));
    const whole = Buffer.concat(contents);
    expect((await read(Key)).equals(whole)).toBe(true);
    const border = await read(Key, `bytes=${MIN_PART - 5}-${2 * MIN_PART + 10}`);
    expect(border.equals(whole.subarray(MIN_PART - 5, 2 * MIN_PART + 11))).toBe(true);
    const second = await read(Key, undefined, { PartNumber: 2 });
    expect(second.equals(contents[1] ?? whole)).toBe(true);
  });

  it('refuses a body with another digest', async () => {
    const call = { Bucket, Key: `${mode}-digest`, Body: 'hello', ...wish() };
    const ContentMD5 = createHash('md5').update('other').digest('base64');
    const refused = server.s3.send(new PutObjectCommand({ ...call, ContentMD5 }));
    expect(await failure(refused)).toEqual({ code: 'BadDigest', status: 400 });
  });

  it('works in a presigned upload', async () => {
    const command = new PutObjectCommand({ Bucket, Key: `${mode}-presigned`, ...wish() });
    const names = ['x-amz-server-side-encryption', 'x-amz-server-side-encryption-aws-kms-key-id'];
    const url = await getSignedUrl(server.s3, command, {
      unhoistableHeaders: new Set(names),
      signableHeaders: new Set(['host', ...names]),
    });
    const { ServerSideEncryption, SSEKMSKeyId } = wish();
    const headers = {
      'x-amz-server-side-encryption': ServerSideEncryption,
      ...(SSEKMSKeyId === undefined
        ? {}
        : { 'x-amz-server-side-encryption-aws-kms-key-id': SSEKMSKeyId }),
    };
    expect((await fetch(url, { method: 'PUT', headers, body: 'signed' })).status).toBe(200);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: `${mode}-presigned` }));
    expect(head).toMatchObject(told(wish()));
  });
});

describe('wishes that cannot be met', () => {
  it.each<[string, object, { code: string; status: number }]>([
    [
      'an unknown method',
      { ServerSideEncryption: 'AES1' },
      { code: 'InvalidArgument', status: 400 },
    ],
    ['a key without a method', { SSEKMSKeyId: 'key' }, { code: 'InvalidArgument', status: 400 }],
  ])('%s', async (_name, wish, refusal) => {
    const call = { Bucket, Key: 'refused', Body: 'x', ...wish };
    expect(await failure(server.s3.send(new PutObjectCommand(call)))).toEqual(refusal);
  });

  it('a read that names a method', async () => {
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'named', Body: 'x', ...S3 }));
    const answer = await send(server.target, {
      method: 'GET',
      path: `/${Bucket}/named`,
      headers: { 'x-amz-server-side-encryption': 'AES256' },
    });
    expect(answer.status).toBe(400);
  });
});

describe('copies', () => {
  const forms: [name: string, wish: () => object][] = [['plain', () => ({})], ...MODES];
  const ways = forms.flatMap((from) =>
    forms.map((to) => [from[0], to[0], from[1], to[1]] as const),
  );

  it.each(ways)('from %s to %s', async (from, to, source, target) => {
    await server.s3.send(new PutObjectCommand({ Bucket, Key: from, Body: BODY, ...source() }));
    const Key = `${from}-to-${to}`;
    const CopySource = `${Bucket}/${from}`;
    await server.s3.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...target() }));
    expect((await read(Key)).equals(BODY)).toBe(true);
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head.ServerSideEncryption).toBe(
      { plain: undefined, 'SSE-S3': 'AES256', 'SSE-KMS': 'aws:kms' }[to],
    );
    const { UploadId } = await server.s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ...target() }),
    );
    const CopySourceRange = 'bytes=65000-140000';
    const part = { Bucket, Key, UploadId, PartNumber: 1, CopySource, CopySourceRange };
    const { CopyPartResult } = await server.s3.send(new UploadPartCopyCommand(part));
    const Parts = [{ PartNumber: 1, ETag: CopyPartResult?.ETag }];
    const call = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
    await server.s3.send(new CompleteMultipartUploadCommand(call));
    expect((await read(Key)).equals(BODY.subarray(65_000, 140_001))).toBe(true);
  });

  it('onto itself encrypt an object', async () => {
    const Key = 'itself';
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: BODY }));
    const call = { Bucket, Key, CopySource: `${Bucket}/${Key}` };
    await server.s3.send(new CopyObjectCommand({ ...call, ...S3 }));
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head.ServerSideEncryption).toBe('AES256');
    expect((await read(Key)).equals(BODY)).toBe(true);
  });
});

describe('the default of a bucket', () => {
  function rule(wish: Wish) {
    const { ServerSideEncryption: SSEAlgorithm, SSEKMSKeyId } = wish;
    const key = SSEKMSKeyId === undefined ? {} : { KMSMasterKeyID: SSEKMSKeyId };
    const ApplyServerSideEncryptionByDefault = { SSEAlgorithm, ...key };
    return { Rules: [{ ApplyServerSideEncryptionByDefault }] };
  }

  it.each(MODES)('is %s for what is written without a wish', async (_mode, wish) => {
    const own = await server.bucket();
    const ServerSideEncryptionConfiguration = rule(wish());
    await server.s3.send(
      new PutBucketEncryptionCommand({ Bucket: own, ServerSideEncryptionConfiguration }),
    );
    const got = await server.s3.send(new GetBucketEncryptionCommand({ Bucket: own }));
    expect(got.ServerSideEncryptionConfiguration).toMatchObject(rule(wish()));
    const put = await server.s3.send(new PutObjectCommand({ Bucket: own, Key: 'a', Body: 'x' }));
    expect(put).toMatchObject(told(wish()));
    const begun = await server.s3.send(new CreateMultipartUploadCommand({ Bucket: own, Key: 'b' }));
    expect(begun).toMatchObject(toldAtOnce(wish()));
    const copy = { Bucket: own, Key: 'c', CopySource: `${own}/a` };
    const copied = await server.s3.send(new CopyObjectCommand(copy));
    expect(copied).toMatchObject(toldAtOnce(wish()));
    const head = await server.s3.send(new HeadObjectCommand({ Bucket: own, Key: 'c' }));
    expect(head).toMatchObject(told(wish()));
    await server.s3.send(new DeleteBucketEncryptionCommand({ Bucket: own }));
    const refused = server.s3.send(new GetBucketEncryptionCommand({ Bucket: own }));
    expect(await failure(refused)).toEqual({
      code: 'ServerSideEncryptionConfigurationNotFoundError',
      status: 404,
    });
    const after = await server.s3.send(new PutObjectCommand({ Bucket: own, Key: 'd', Body: 'x' }));
    expect(after.ServerSideEncryption).toBeUndefined();
    await server.s3.send(new HeadObjectCommand({ Bucket: own, Key: 'a' }));
  });

  it.each([
    ['no rule', []],
    ['two rules', [...rule(S3).Rules, ...rule(S3).Rules]],
    ['a key with AES256', rule({ ...S3, SSEKMSKeyId: 'key' }).Rules],
    ['no key with aws:kms', rule({ ServerSideEncryption: 'aws:kms' }).Rules],
  ])('is refused with %s', async (_name, Rules) => {
    const ServerSideEncryptionConfiguration = { Rules };
    const call = new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration });
    expect(await failure(server.s3.send(call))).toEqual({ code: 'MalformedXML', status: 400 });
  });
});

describe('customer keys', () => {
  function customer(seed: number) {
    const SSECustomerKey = content(32, seed).toString('base64');
    const SSECustomerKeyMD5 = createHash('md5')
      .update(Buffer.from(SSECustomerKey, 'base64'))
      .digest('base64');
    return { SSECustomerAlgorithm: 'AES256', SSECustomerKey, SSECustomerKeyMD5 };
  }

  it('are taken over a connection that nobody else can read', async () => {
    const put = server.s3.send(
      new PutObjectCommand({ Bucket, Key: 'customer', Body: BODY, ...customer(1) }),
    );
    if (!ofTarget('customerKeysOverHttp')) {
      expect(await failure(put)).toEqual({ code: 'InvalidRequest', status: 400 });
      return;
    }
    const { SSECustomerKey: _, ...shown } = customer(1);
    expect(await put).toMatchObject(shown);
    expect((await read('customer', undefined, customer(1))).equals(BODY)).toBe(true);
    const range = await read('customer', 'bytes=65530-65540', customer(1));
    expect(range.equals(BODY.subarray(65_530, 65_541))).toBe(true);
    expect(await failure(read('customer'))).toEqual({ code: 'InvalidRequest', status: 400 });
    expect(await failure(read('customer', undefined, customer(2)))).toEqual({
      code: 'AccessDenied',
      status: 403,
    });
    const copy = new CopyObjectCommand({
      Bucket,
      Key: 'customer',
      CopySource: `${Bucket}/customer`,
      CopySourceSSECustomerAlgorithm: 'AES256',
      CopySourceSSECustomerKey: customer(1).SSECustomerKey,
      CopySourceSSECustomerKeyMD5: customer(1).SSECustomerKeyMD5,
      ...customer(2),
    });
    await server.s3.send(copy);
    expect((await read('customer', undefined, customer(2))).equals(BODY)).toBe(true);
    const contents = [content(MIN_PART, 1), content(10, 2)];
    await putParts('customer-parts', contents, customer(3), customer(3));
    const whole = await read('customer-parts', undefined, customer(3));
    expect(whole.equals(Buffer.concat(contents))).toBe(true);
  });
});
