import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPolicy,
  addUser,
  errorOf,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../../testing/test-storage.ts';
import {
  C,
  encryptionOf,
  expectedHeaders,
  sender,
  startEncryptingStorage,
} from '../encryption/testing/encrypting-storage.ts';

let storage: TestStorage;
const call = sender(() => storage);

beforeAll(async () => {
  storage = await startEncryptingStorage();
});

afterAll(() => storage.close());

function rule(algorithm: string, keyId = '', more = ''): string {
  const key = keyId === '' ? '' : `<KMSMasterKeyID>${keyId}</KMSMasterKeyID>`;
  return `<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>${algorithm}</SSEAlgorithm>${key}</ApplyServerSideEncryptionByDefault>${more}</Rule>`;
}

function config(...rules: string[]): string {
  return `<ServerSideEncryptionConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules.join('')}</ServerSideEncryptionConfiguration>`;
}

describe('default encryption of a bucket', () => {
  it('is set, told and taken off', async () => {
    expect(errorOf(await call('GET', 'box?encryption'))).toBe(
      '404 ServerSideEncryptionConfigurationNotFoundError',
    );
    const bucketKey = '<BucketKeyEnabled>true</BucketKeyEnabled>';
    const put = await call(
      'PUT',
      'box?encryption',
      {},
      config(rule('aws:kms', 'second', bucketKey)),
    );
    expect(put.status).toBe(200);
    const got = await call('GET', 'box?encryption');
    const action = ['Rule', 'ApplyServerSideEncryptionByDefault'];
    expect(xmlAt(got, ...action, 'SSEAlgorithm')).toBe('aws:kms');
    expect(xmlAt(got, ...action, 'KMSMasterKeyID')).toBe('second');
    expect((await call('DELETE', 'box?encryption')).status).toBe(204);
    expect((await call('DELETE', 'box?encryption')).status).toBe(204);
    expect((await call('GET', 'box?encryption')).status).toBe(404);
  });

  it.each([
    ['no rule', config(), '400 MalformedXML'],
    ['two rules', config(rule('AES256'), rule('AES256')), '400 MalformedXML'],
    ['another root', rule('AES256'), '400 MalformedXML'],
    ['another algorithm', config(rule('AES128')), '400 MalformedXML'],
    ['a key with AES256', config(rule('AES256', 'second')), '400 MalformedXML'],
    ['aws:kms without a key', config(rule('aws:kms')), '400 MalformedXML'],
    ['a key with spaces', config(rule('aws:kms', ' second ')), '400 MalformedXML'],
    ['an unknown key', config(rule('aws:kms', 'third')), '400 KMS.NotFoundException'],
    ['no XML', 'x', '400 MalformedXML'],
  ])('is refused with %s', async (_name, body, error) => {
    expect(errorOf(await call('PUT', 'box?encryption', {}, body))).toBe(error);
    expect((await call('GET', 'box?encryption')).status).toBe(404);
  });

  it.each([
    ['SSE-S3', rule('AES256')],
    ['SSE-KMS', rule('aws:kms', 'arn:aws:kms:second')],
  ])('applies to every way of writing, as %s', async (mode, setting) => {
    await call('PUT', 'box/before', {}, 'content');
    await call('PUT', 'box?encryption', {}, config(setting));
    const written = [
      await call('PUT', 'box/put', {}, 'content'),
      await call('PUT', 'box/copy', { 'x-amz-copy-source': '/box/before' }),
      await call('POST', 'box/parts?uploads'),
    ];
    for (const answer of written) {
      expect(encryptionOf(answer)).toEqual(expectedHeaders(mode));
    }
    for (const key of ['put', 'copy']) {
      const got = await call('GET', `box/${key}`);
      expect(got.text).toBe('content');
      expect(encryptionOf(got)).toEqual(expectedHeaders(mode));
    }
    expect(encryptionOf(await call('HEAD', 'box/before'))).toEqual({});
    expect(encryptionOf(await call('PUT', 'box/own', C, 'x'))).toEqual(expectedHeaders('SSE-C'));
    await call('DELETE', 'box?encryption');
    expect(encryptionOf(await call('PUT', 'box/after', {}, 'x'))).toEqual({});
    expect((await call('GET', 'box/put')).text).toBe('content');
  });
});

describe('a server without key file', () => {
  it('encrypts with its own key, and says that it has no others', async () => {
    const other = await startTestStorage();
    const send = sender(() => other);
    try {
      await send('PUT', 'box');
      expect((await send('PUT', 'box?encryption', {}, config(rule('AES256')))).status).toBe(200);
      await send('PUT', 'box/object', {}, 'content');
      expect((await send('GET', 'box/object')).text).toBe('content');
      const kms = { 'x-amz-server-side-encryption': 'aws:kms' };
      expect(errorOf(await send('PUT', 'box/object', kms, 'x'))).toBe('501 NotImplemented');
      const set = await send('PUT', 'box?encryption', {}, config(rule('aws:kms', 'first')));
      expect(errorOf(set)).toBe('501 NotImplemented');
    } finally {
      await other.close();
    }
  });
});

describe('policies', () => {
  it('can demand an encryption and a key', async () => {
    const user = { accessKey: 'encrypter', secretKey: 'encrypter-secret' };
    const s3 = (Condition: object, Effect = 'Deny') => ({
      Effect,
      Action: ['s3:PutObject'],
      Resource: ['arn:aws:s3:::box/*'],
      ...Condition,
    });
    await addPolicy(storage, 'only-second', [
      s3({}, 'Allow'),
      s3({ Condition: { StringNotEquals: { 's3:x-amz-server-side-encryption': 'aws:kms' } } }),
      s3({
        Condition: {
          StringNotEquals: { 's3:x-amz-server-side-encryption-aws-kms-key-id': 'second' },
        },
      }),
    ]);
    await addUser(storage, user, 'only-second');
    const put = (headers: Record<string, string>) =>
      storage.call({ method: 'PUT', path: '/box/demanded', headers, body: 'x', as: user });
    expect((await put(expectedHeaders('SSE-KMS'))).status).toBe(200);
    expect(errorOf(await put({}))).toBe('403 AccessDenied');
    expect(errorOf(await put(expectedHeaders('SSE-S3')))).toBe('403 AccessDenied');
    const first = { 'x-amz-server-side-encryption-aws-kms-key-id': 'first' };
    expect(errorOf(await put({ ...expectedHeaders('SSE-KMS'), ...first }))).toBe(
      '403 AccessDenied',
    );
  });
});
