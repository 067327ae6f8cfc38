import { hash } from 'node:crypto';
import { compositeChecksum, createChecksum } from '@stowage/storage-wire/checksum';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  errorOf,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../../testing/test-storage.ts';

let storage: TestStorage;

const MiB = 1024 * 1024;
const FIRST = Buffer.alloc(5 * MiB, 'first');
const LAST = Buffer.from('last');

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});

afterAll(() => storage.close());

async function begin(key: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await storage.call({ method: 'POST', path: `/bucket/${key}?uploads`, headers });
  return xmlAt(answer, 'UploadId') ?? '';
}

const upload = (key: string, id: string, number: number | string, body: Uint8Array | string) =>
  storage.call({
    method: 'PUT',
    path: `/bucket/${key}?partNumber=${number}&uploadId=${id}`,
    body,
  });

const complete = (
  key: string,
  id: string,
  parts: readonly (readonly [number, string])[],
  headers: Record<string, string> = {},
) =>
  storage.call({
    method: 'POST',
    path: `/bucket/${key}?uploadId=${id}`,
    headers,
    body: `<CompleteMultipartUpload>${parts
      .map(
        ([number, etag]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      .join('')}</CompleteMultipartUpload>`,
  });

const etagOf = (answer: Answer) => String(answer.headers.etag);

describe('a multipart upload', () => {
  it('becomes one object of its parts', async () => {
    const id = await begin('object', { 'content-type': 'text/x', 'x-amz-meta-a': 'b' });
    const last = etagOf(await upload('object', id, 7, LAST));
    const first = etagOf(await upload('object', id, 2, FIRST));
    const done = await complete('object', id, [
      [2, first],
      [7, last.replaceAll('"', '')],
    ]);
    const digests = [FIRST, LAST].map((part) => hash('md5', part, 'buffer'));
    const etag = `"${hash('md5', Buffer.concat(digests), 'hex')}-2"`;
    expect(xmlAt(done, 'ETag')).toBe(etag);
    expect(xmlAt(done, 'Location')).toBe(`${storage.url}/bucket/object`);
    const read = await storage.call({ path: '/bucket/object' });
    expect(read.body.equals(Buffer.concat([FIRST, LAST]))).toBe(true);
    expect(read.headers).toMatchObject({ etag, 'content-type': 'text/x', 'x-amz-meta-a': 'b' });
    const part = await storage.call({ path: '/bucket/object?partNumber=7' });
    expect([part.text, part.headers['x-amz-mp-parts-count']]).toEqual(['last', '2']);
    expect(errorOf(await upload('object', id, 1, 'x'))).toBe('404 NoSuchUpload');
  });

  it('is seen in listings until it ends', async () => {
    const id = await begin('open/one');
    await begin('open/two');
    await upload('open/one', id, 1, 'x');
    const parts = await storage.call({ path: `/bucket/open/one?uploadId=${id}` });
    expect(xmlAt(parts, 'Part', 'ETag')).toBe(`"${hash('md5', 'x', 'hex')}"`);
    const page = await storage.call({ path: '/bucket?uploads&max-uploads=1&prefix=open' });
    expect([xmlAt(page, 'Upload', 'Key'), xmlAt(page, 'IsTruncated')]).toEqual([
      'open/one',
      'true',
    ]);
    const next = `&key-marker=${xmlAt(page, 'NextKeyMarker')}&upload-id-marker=${xmlAt(page, 'NextUploadIdMarker')}`;
    const rest = await storage.call({ path: `/bucket?uploads&prefix=open${next}` });
    expect([xmlAt(rest, 'Upload', 'Key'), xmlAt(rest, 'IsTruncated')]).toEqual([
      'open/two',
      'false',
    ]);
    const rolled = await storage.call({ path: '/bucket?uploads&delimiter=%2F' });
    expect(xmlAt(rolled, 'CommonPrefixes', 'Prefix')).toBe('open/');
    const abort = () => storage.call({ method: 'DELETE', path: `/bucket/open/one?uploadId=${id}` });
    expect((await abort()).status).toBe(204);
    expect(errorOf(await abort())).toBe('404 NoSuchUpload');
    expect(errorOf(await storage.call({ path: '/bucket/open/one' }))).toBe('404 NoSuchKey');
  });

  it('is refused when its parts are not right, and can go on', async () => {
    const id = await begin('strict');
    const one = etagOf(await upload('strict', id, 1, 'small'));
    const two = etagOf(await upload('strict', id, 2, 'small too'));
    const attempt = async (parts: readonly (readonly [number, string])[]) =>
      errorOf(await complete('strict', id, parts));
    expect(await attempt([])).toBe('400 InvalidRequest');
    expect(
      await attempt([
        [2, two],
        [1, one],
      ]),
    ).toBe('400 InvalidPartOrder');
    expect(
      await attempt([
        [1, one],
        [1, one],
      ]),
    ).toBe('400 InvalidPartOrder');
    expect(await attempt([[1, two]])).toBe('400 InvalidPart');
    expect(await attempt([[3, one]])).toBe('400 InvalidPart');
    expect(
      await attempt([
        [1, one],
        [2, two],
      ]),
    ).toBe('400 EntityTooSmall');
    const broken = { method: 'POST', path: `/bucket/strict?uploadId=${id}`, body: '<Complete' };
    expect(errorOf(await storage.call(broken))).toBe('400 MalformedXML');
    const expected = { 'x-amz-mp-object-size': '4' };
    expect(errorOf(await complete('strict', id, [[1, one]], expected))).toBe('400 InvalidRequest');
    expect(errorOf(await storage.call({ path: '/bucket/strict' }))).toBe('404 NoSuchKey');
    expect((await complete('strict', id, [[1, one]])).status).toBe(200);
  });

  it.each(['0', '10001', 'x', ''])('has no part number %s', async (number) => {
    const id = await begin('numbers');
    expect(errorOf(await upload('numbers', id, number, 'x'))).toBe('400 InvalidArgument');
  });

  it('holds its condition at the end', async () => {
    const id = await begin('object');
    const one = etagOf(await upload('object', id, 1, 'x'));
    const only = { 'if-none-match': '*' };
    expect(errorOf(await complete('object', id, [[1, one]], only))).toBe('412 PreconditionFailed');
  });

  it('can take parts from other objects', async () => {
    await storage.call({ method: 'PUT', path: '/bucket/source', body: '0123456789' });
    const id = await begin('assembled');
    const copy = (range: string) =>
      storage.call({
        method: 'PUT',
        path: `/bucket/assembled?partNumber=1&uploadId=${id}`,
        headers: { 'x-amz-copy-source': 'bucket/source', 'x-amz-copy-source-range': range },
      });
    expect(errorOf(await copy('bytes=5-10'))).toBe('400 InvalidArgument');
    expect(errorOf(await copy('5-6'))).toBe('400 InvalidArgument');
    const etag = xmlAt(await copy('bytes=3-5'), 'ETag') ?? '';
    await complete('assembled', id, [[1, etag]]);
    expect((await storage.call({ path: '/bucket/assembled' })).text).toBe('345');
  });
});

describe('checksums of a multipart upload', () => {
  const crc32 = (...pieces: Uint8Array[]) => {
    const checksum = createChecksum('CRC32');
    for (const piece of pieces) {
      checksum.update(piece);
    }
    return checksum.digest();
  };
  const asked = { 'x-amz-checksum-mode': 'ENABLED' };

  async function finish(type: string, headers: Record<string, string> = {}): Promise<Answer> {
    const id = await begin('sums', {
      'x-amz-checksum-algorithm': 'CRC32',
      'x-amz-checksum-type': type,
    });
    const one = etagOf(await upload('sums', id, 1, FIRST));
    const two = etagOf(await upload('sums', id, 2, LAST));
    return complete(
      'sums',
      id,
      [
        [1, one],
        [2, two],
      ],
      headers,
    );
  }

  it('are composed of those of the parts', async () => {
    const expected = compositeChecksum('CRC32', [crc32(FIRST), crc32(LAST)]);
    expect(xmlAt(await finish('COMPOSITE'), 'ChecksumCRC32')).toBe(expected);
    const head = await storage.call({ method: 'HEAD', path: '/bucket/sums', headers: asked });
    expect(head.headers).toMatchObject({
      'x-amz-checksum-crc32': expected,
      'x-amz-checksum-type': 'COMPOSITE',
    });
  });

  it('of the whole object are combined and checked', async () => {
    const expected = crc32(FIRST, LAST);
    const headers = { 'x-amz-checksum-crc32': expected };
    expect(xmlAt(await finish('FULL_OBJECT', headers), 'ChecksumCRC32')).toBe(expected);
    const wrong = { 'x-amz-checksum-crc32': 'AAAAAA==' };
    expect(errorOf(await finish('FULL_OBJECT', wrong))).toBe('400 BadDigest');
  });

  it('must be of a kind that there is', async () => {
    const answer = await storage.call({
      method: 'POST',
      path: '/bucket/sums?uploads',
      headers: { 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-type': 'FULL_OBJECT' },
    });
    expect(errorOf(answer)).toBe('400 InvalidRequest');
  });
});
