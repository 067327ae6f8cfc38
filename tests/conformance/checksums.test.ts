import type { ChecksumAlgorithm, ChecksumType } from '@aws-sdk/client-s3';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  CHECKSUM_ALGORITHMS,
  compositeChecksum,
  createChecksum,
} from '@stowage/storage-wire/checksum';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunked } from './support/chunked.ts';
import { content, MIB, MIN_PART } from './support/content.ts';
import { ofTarget } from './support/differences.ts';
import { md5, md5Base64, send } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const body = content(MIB + 17, 5);
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

function checksum(algorithm: ChecksumAlgorithm, bytes: Uint8Array): string {
  const running = createChecksum(algorithm as (typeof CHECKSUM_ALGORITHMS)[number]);
  running.update(bytes);
  return running.digest();
}

function header(algorithm: string): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

async function isMissing(key: string): Promise<boolean> {
  return (await send(server.target, { bucket: Bucket, key })).code === 'NoSuchKey';
}

describe.each(CHECKSUM_ALGORITHMS)('%s', (algorithm) => {
  const field = `Checksum${algorithm}` as const;

  it('is computed by the SDK, kept, and given when asked for', async () => {
    const Key = `sdk-${algorithm}`;
    const put = { Bucket, Key, Body: body, ChecksumAlgorithm: algorithm };
    const stored = await server.s3.send(new PutObjectCommand(put));
    expect(stored[field]).toBe(checksum(algorithm, body));
    const head = await server.s3.send(
      new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }),
    );
    expect(head[field]).toBe(checksum(algorithm, body));
    const got = await server.s3.send(
      new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }),
    );
    // The SDK verifies the checksum while reading.
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
  });

  it('in a header is compared with the content', async () => {
    const key = `header-${algorithm}`;
    const request = { method: 'PUT', bucket: Bucket, key, body };
    const wrong = { [header(algorithm)]: checksum(algorithm, Buffer.from('other')) };
    const refused = await send(server.target, { ...request, headers: wrong });
    expect(refused).toMatchObject({ status: 400, code: 'XAmzContentChecksumMismatch' });
    expect(await isMissing(key)).toBe(true);
    const right = { [header(algorithm)]: checksum(algorithm, body) };
    expect((await send(server.target, { ...request, headers: right })).status).toBe(200);
  });

  it('that is none is refused', async () => {
    const key = `broken-${algorithm}`;
    const headers = { [header(algorithm)]: 'bm90IGEgY2hlY2tzdW0gb2YgYW55IGtpbmQ=' };
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key,
      body,
      headers,
    });
    expect(response.status).toBe(400);
    expect([
      'InvalidArgument',
      'InvalidRequest',
      'XAmzContentChecksumMismatch',
      'InvalidChecksum',
    ]).toContain(response.code);
    expect(await isMissing(key)).toBe(true);
  });

  it.each([
    ['unsigned', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'],
    ['signed', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'],
  ] as const)('in a trailer of %s chunks is compared with the content', async (_, payloadHash) => {
    const key = `trailer-${algorithm}-${payloadHash}`;
    const upload = (value: string) =>
      chunked(server.target, {
        bucket: Bucket,
        key,
        payloadHash,
        chunks: [body.subarray(0, 100_000), body.subarray(100_000)],
        trailer: [header(algorithm), value],
      });
    const refused = await upload(checksum(algorithm, Buffer.from('other')));
    expect(refused).toMatchObject({ status: 400, code: 'XAmzContentChecksumMismatch' });
    expect(await isMissing(key)).toBe(true);
    const stored = await upload(checksum(algorithm, body));
    expect(stored.status).toBe(200);
    const got = await send(server.target, { bucket: Bucket, key });
    expect(got.body.equals(body)).toBe(true);
  });
});

describe('an algorithm that is not known', () => {
  const value = checksum('SHA256', body);

  it.each<[string, Record<string, string>]>([
    ['alone', { 'x-amz-checksum-algorithm': 'SHA1024' }],
    ['beside another', { 'x-amz-checksum-algorithm': 'SHA1024', 'x-amz-checksum-sha256': value }],
  ])('is refused where it is named %s', async (where, headers) => {
    const key = `named ${where}`;
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key,
      body,
      headers,
    });
    expect(response).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect(await isMissing(key)).toBe(true);
  });

  it.skipIf(ofTarget('checksumsNotKnown') !== 'refused').each<[string, Record<string, string>]>([
    ['header', { 'x-amz-checksum-sha1024': value }],
    ['trailer', { 'x-amz-trailer': 'x-amz-checksum-sha1024' }],
  ])('is refused where its checksum is in a %s', async (where, headers) => {
    const key = `sent in ${where}`;
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key,
      body,
      headers,
    });
    expect(response).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect(await isMissing(key)).toBe(true);
  });
});

describe('Content-MD5', () => {
  it('is compared with the content', async () => {
    const request = { method: 'PUT', bucket: Bucket, key: 'digest', body };
    const refused = await send(server.target, {
      ...request,
      headers: { 'content-md5': md5Base64('other') },
    });
    expect(refused).toMatchObject({ status: 400, code: 'BadDigest' });
    expect(await isMissing('digest')).toBe(true);
    const right = { 'content-md5': md5Base64(body) };
    expect((await send(server.target, { ...request, headers: right })).status).toBe(200);
  });

  it.each(['not base64!', 'c2hvcnQ='])('that is none is refused: %s', async (value) => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key: 'no-digest',
      body: 'x',
      headers: { 'content-md5': value },
    });
    expect(response).toMatchObject({ status: 400, code: 'InvalidDigest' });
  });
});

describe('checksums of multipart uploads', () => {
  const parts = [content(MIN_PART, 1), content(1000, 2)];
  const whole = Buffer.concat(parts);

  async function upload(Key: string, algorithm: ChecksumAlgorithm, type: ChecksumType) {
    const started = await server.s3.send(
      new CreateMultipartUploadCommand({
        Bucket,
        Key,
        ChecksumAlgorithm: algorithm,
        ChecksumType: type,
      }),
    );
    const { UploadId } = started;
    const Parts = [];
    for (const [index, Body] of parts.entries()) {
      const PartNumber = index + 1;
      const stored = await server.s3.send(
        new UploadPartCommand({
          Bucket,
          Key,
          UploadId,
          PartNumber,
          Body,
          ChecksumAlgorithm: algorithm,
        }),
      );
      const field = `Checksum${algorithm}` as 'ChecksumCRC32';
      expect(stored[field]).toBe(checksum(algorithm, Body));
      Parts.push({ PartNumber, ETag: stored.ETag, [field]: stored[field] });
    }
    return server.s3.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        ChecksumType: type,
        MultipartUpload: { Parts },
      }),
    );
  }

  it.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
    '%s of the parts make one together',
    async (algorithm) => {
      const Key = `composite-${algorithm}`;
      const done = await upload(Key, algorithm, 'COMPOSITE');
      const each = parts.map((bytes) => checksum(algorithm, bytes));
      const field = `Checksum${algorithm}` as const;
      expect(done[field]).toBe(compositeChecksum(algorithm, each));
      const { Checksum } = await server.s3.send(
        new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['Checksum'] }),
      );
      // Only here the checksum lacks the part count suffix.
      expect(`${Checksum?.[field]}-${parts.length}`).toBe(done[field]);
    },
  );

  it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
    '%s covers the whole object',
    async (algorithm) => {
      const Key = `full-${algorithm}`;
      const done = await upload(Key, algorithm, 'FULL_OBJECT');
      const field = `Checksum${algorithm}` as const;
      expect(done[field]).toBe(checksum(algorithm, whole));
      const head = await server.s3.send(
        new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }),
      );
      expect(head).toMatchObject({
        [field]: checksum(algorithm, whole),
        ChecksumType: 'FULL_OBJECT',
      });
    },
  );

  it.skipIf(!ofTarget('partChecksums')).each([
    ['SHA256', 'COMPOSITE'],
    ['CRC64NVME', 'FULL_OBJECT'],
  ] as const)('%s of each part is told when it is read and described', async (algorithm, type) => {
    const Key = `parts-${algorithm}`;
    const field = `Checksum${algorithm}` as const;
    await upload(Key, algorithm, type);
    const each = parts.map((bytes) => checksum(algorithm, bytes));
    for (const [index, sum] of each.entries()) {
      const PartNumber = index + 1;
      const call = { Bucket, Key, PartNumber, ChecksumMode: 'ENABLED' } as const;
      const got = await server.s3.send(new GetObjectCommand(call));
      expect(await got.Body?.transformToByteArray()).toHaveLength(parts[index]?.length ?? -1);
      expect(got).toMatchObject({ [field]: sum, ChecksumType: type, PartsCount: 2 });
    }
    const { ObjectParts } = await server.s3.send(
      new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['ObjectParts'] }),
    );
    expect(ObjectParts?.Parts?.map((part) => part[field])).toEqual(each);
  });

  it('of a part are compared with the part', async () => {
    const key = 'wrong-part';
    const { UploadId = '' } = await server.s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key: key, ChecksumAlgorithm: 'CRC32' }),
    );
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      key,
      query: { partNumber: '1', uploadId: UploadId },
      body: 'x',
      headers: { 'x-amz-checksum-crc32': checksum('CRC32', Buffer.from('y')) },
    });
    expect(response).toMatchObject({ status: 400, code: 'XAmzContentChecksumMismatch' });
  });
});

describe('chunks with signatures', () => {
  const payloadHash = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const chunks = [body.subarray(0, 65_536), body.subarray(65_536)];

  it('are put together', async () => {
    const stored = await chunked(server.target, {
      bucket: Bucket,
      key: 'chunks',
      payloadHash,
      chunks,
    });
    expect(stored.status).toBe(200);
    expect(stored.headers.etag).toBe(`"${md5(body)}"`);
  });

  it('are refused when one was changed on its way', async () => {
    const response = await chunked(server.target, {
      bucket: Bucket,
      key: 'changed',
      payloadHash,
      chunks,
      corrupt: true,
    });
    expect(response).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await isMissing('changed')).toBe(true);
  });

  it('are refused when they are fewer bytes than announced', async () => {
    const response = await chunked(server.target, {
      bucket: Bucket,
      key: 'fewer',
      payloadHash,
      chunks,
      decodedLength: body.length + 1,
    });
    expect(response.status).toBe(400);
    expect(['IncompleteBody', 'InvalidRequest']).toContain(response.code);
    expect(await isMissing('fewer')).toBe(true);
  });
});
