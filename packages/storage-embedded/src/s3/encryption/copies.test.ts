import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestStorage, xmlAt } from '../../testing/test-storage.ts';
import {
  C,
  COPY_C,
  customerKey,
  encryptionOf,
  expectedHeaders,
  KMS,
  MODES,
  S3,
  sender,
  startEncryptingStorage,
} from './testing/encrypting-storage.ts';

let storage: TestStorage;
const call = sender(() => storage);

beforeAll(async () => {
  storage = await startEncryptingStorage();
});

afterAll(() => storage.close());

describe('copies', () => {
  const content = randomBytes(200_000);
  const froms: [string, Record<string, string>, Record<string, string>][] = [
    ['plain', {}, {}],
    ['SSE-S3', S3, {}],
    ['SSE-KMS', KMS, {}],
    ['SSE-C', C, COPY_C],
  ];
  const tos: [string, Record<string, string>, Record<string, string>][] = [
    ['plain', {}, {}],
    ...MODES,
  ];
  const ways = froms.flatMap((from) => tos.map((to) => [from, to] as const));

  it.each(ways)('%j to %j', async ([from, write, source], [to, target, read]) => {
    await call('PUT', `box/from-${from}`, write, content);
    const path = `box/from-${from}-to-${to}`;
    const headers = { ...source, ...target, 'x-amz-copy-source': `/box/from-${from}` };
    const copy = await call('PUT', path, headers);
    expect(copy.status).toBe(200);
    const got = await call('GET', path, read);
    expect(got.body.equals(content)).toBe(true);
    expect(encryptionOf(got)).toEqual(to === 'plain' ? {} : expectedHeaders(to));
    const begun = await call('POST', `${path}?uploads`, target);
    const part = `${path}?partNumber=1&uploadId=${xmlAt(begun, 'UploadId')}`;
    const range = { 'x-amz-copy-source-range': 'bytes=65530-140000' };
    const copied = await call('PUT', part, { ...headers, ...range, ...read });
    expect(copied.status).toBe(200);
    const etag = xmlAt(copied, 'ETag');
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`;
    expect((await call('POST', part.replace('partNumber=1&', ''), {}, body)).status).toBe(200);
    const parts = await call('GET', path, read);
    expect(parts.body.equals(content.subarray(65_530, 140_001))).toBe(true);
  });

  it('of an object onto itself change its encryption', async () => {
    await call('PUT', 'box/self', C, content);
    const source = { 'x-amz-copy-source': '/box/self' };
    const other = randomBytes(32);
    const rotated = await call('PUT', 'box/self', { ...source, ...COPY_C, ...customerKey(other) });
    expect(rotated.status).toBe(200);
    expect(errorOf(await call('GET', 'box/self', C))).toBe('403 AccessDenied');
    expect((await call('GET', 'box/self', customerKey(other))).body.equals(content)).toBe(true);
    const opened = { ...source, ...customerKey(other, 'x-amz-copy-source-'), ...S3 };
    expect((await call('PUT', 'box/self', opened)).status).toBe(200);
    expect((await call('GET', 'box/self')).body.equals(content)).toBe(true);
    const plain = await call('PUT', 'box/self', source);
    expect(plain.status).toBe(200);
    expect(encryptionOf(await call('HEAD', 'box/self'))).toEqual({});
    expect(errorOf(await call('PUT', 'box/self', source))).toBe('400 InvalidRequest');
  });

  it('need the right key of their source', async () => {
    await call('PUT', 'box/source', C, content);
    await call('PUT', 'box/open', {}, content);
    const copy = (source: string, headers: Record<string, string>) =>
      call('PUT', 'box/target', { ...headers, 'x-amz-copy-source': `/box/${source}` });
    expect(errorOf(await copy('source', {}))).toBe('400 InvalidRequest');
    const other = customerKey(randomBytes(32), 'x-amz-copy-source-');
    expect(errorOf(await copy('source', other))).toBe('403 AccessDenied');
    expect(errorOf(await copy('open', COPY_C))).toBe('400 InvalidRequest');
  });
});
