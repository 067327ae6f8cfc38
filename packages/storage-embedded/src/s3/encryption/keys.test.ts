import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestStorage, xmlAt } from '../../testing/test-storage.ts';
import {
  C,
  COPY_C,
  customerKey,
  KMS,
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

describe('a customer key', () => {
  beforeAll(() => call('PUT', 'box/c', C, 'content'));

  it.each<[string, Record<string, string>, string]>([
    ['none', {}, '400 InvalidRequest'],
    ['another', customerKey(randomBytes(32)), '403 AccessDenied'],
    ['no algorithm', omit(C, 'algorithm'), '400 InvalidArgument'],
    ['no key', omit(C, 'key'), '400 InvalidArgument'],
    ['no digest', omit(C, 'key-md5'), '400 InvalidArgument'],
    ['a short one', customerKey(randomBytes(31)), '400 InvalidArgument'],
    [
      'a wrong digest',
      { ...C, ...pick(customerKey(randomBytes(32)), 'key-md5') },
      '400 InvalidArgument',
    ],
    [
      'a wrong algorithm',
      { ...C, 'x-amz-server-side-encryption-customer-algorithm': 'AES128' },
      '400 InvalidArgument',
    ],
    ['the server instead', S3, '400 BadRequest'],
  ])('refuses to read with %s', async (_name, headers, error) => {
    expect(errorOf(await call('GET', 'box/c', headers))).toBe(error);
    const head = await call('HEAD', 'box/c', headers);
    expect(`${head.status} ${head.headers['x-minio-error-code']}`).toBe(error);
    const attributes = { ...headers, 'x-amz-object-attributes': 'ETag' };
    expect(errorOf(await call('GET', 'box/c?attributes', attributes))).toBe(error);
  });

  it('is refused where there is nothing to open', async () => {
    await call('PUT', 'box/plain', {}, 'content');
    await call('PUT', 'box/s3', S3, 'content');
    expect(errorOf(await call('GET', 'box/plain', C))).toBe('400 InvalidRequest');
    expect(errorOf(await call('GET', 'box/s3', C))).toBe('400 InvalidRequest');
    expect(errorOf(await call('PUT', 'box/plain', { ...C, ...S3 }, ''))).toBe(
      '400 InvalidArgument',
    );
    expect(errorOf(await call('PUT', 'box/plain', COPY_C, ''))).toBe('400 InvalidRequest');
  });

  it('must come with each part, the same one', async () => {
    const begun = await call('POST', 'box/c-parts?uploads', C);
    const part = `box/c-parts?partNumber=1&uploadId=${xmlAt(begun, 'UploadId')}`;
    expect(errorOf(await call('PUT', part, {}, 'x'))).toBe('400 InvalidRequest');
    const other = customerKey(randomBytes(32));
    expect(errorOf(await call('PUT', part, other, 'x'))).toBe('400 InvalidArgument');
    const plain = await call('POST', 'box/plain-parts?uploads');
    const plainPart = `box/plain-parts?partNumber=1&uploadId=${xmlAt(plain, 'UploadId')}`;
    expect(errorOf(await call('PUT', plainPart, C, 'x'))).toBe('400 InvalidRequest');
  });

  it('is in no message of the log and in no error', async () => {
    const wrong = customerKey(randomBytes(32));
    const answer = await call('GET', 'box/c', wrong);
    const secret = wrong['x-amz-server-side-encryption-customer-key'] ?? '';
    expect(answer.text).not.toContain(secret);
    expect(storage.messages.join('\n')).not.toContain(secret);
  });
});

function omit(headers: Record<string, string>, member: string): Record<string, string> {
  const name = `x-amz-server-side-encryption-customer-${member}`;
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
}

function pick(headers: Record<string, string>, member: string): Record<string, string> {
  const name = `x-amz-server-side-encryption-customer-${member}`;
  return { [name]: headers[name] ?? '' };
}

describe('a key of the key file', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'an unknown one',
      { ...KMS, 'x-amz-server-side-encryption-aws-kms-key-id': 'third' },
      '400 KMS.NotFoundException',
    ],
    ['one with SSE-S3', { ...KMS, ...S3 }, '400 InvalidArgument'],
    ['one without a method', omitMethod(KMS), '400 InvalidArgument'],
    ['an unknown method', { 'x-amz-server-side-encryption': 'AES128' }, '400 InvalidArgument'],
    [
      'a context that is none',
      { ...KMS, 'x-amz-server-side-encryption-context': 'bm8=' },
      '400 InvalidArgument',
    ],
    [
      'a context of numbers',
      { ...KMS, 'x-amz-server-side-encryption-context': Buffer.from('{"a":1}').toString('base64') },
      '400 InvalidArgument',
    ],
  ])('is refused: %s', async (_name, headers, error) => {
    expect(errorOf(await call('PUT', 'box/k', headers, 'x'))).toBe(error);
    expect(errorOf(await call('POST', 'box/k?uploads', headers))).toBe(error);
  });

  it('is the first one unless named, and takes an ARN for a name', async () => {
    const method = { 'x-amz-server-side-encryption': 'aws:kms' };
    const put = await call('PUT', 'box/k', method, 'x');
    expect(put.headers['x-amz-server-side-encryption-aws-kms-key-id']).toBe('first');
    const arn = { ...method, 'x-amz-server-side-encryption-aws-kms-key-id': 'arn:aws:kms:second' };
    const named = await call('PUT', 'box/k', arn, 'x');
    expect(named.headers['x-amz-server-side-encryption-aws-kms-key-id']).toBe('second');
    expect((await call('GET', 'box/k')).text).toBe('x');
  });

  it('is bound to the context', async () => {
    const context = Buffer.from('{"for":"test"}').toString('base64');
    const headers = { ...KMS, 'x-amz-server-side-encryption-context': context };
    await call('PUT', 'box/k', headers, 'x');
    const got = await call('GET', 'box/k');
    expect(got.text).toBe('x');
    expect(got.headers['x-amz-server-side-encryption-context']).toBe(context);
  });
});

function omitMethod({
  'x-amz-server-side-encryption': _,
  ...rest
}: Record<string, string>): Record<string, string> {
  return rest;
}
