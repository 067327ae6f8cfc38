import { ENCRYPTION_OFF_REVISION } from '@stowage/contract/bucket-admin/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KMS_KEY } from '../../../../../../tests/targets/running-target.ts';
import { revisionOf } from '../../../changes/revision.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';
import { settingCalls } from './testing/setting-calls.ts';

let test: TestConsole;
let root: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

async function newBucket(): Promise<string> {
  buckets += 1;
  const bucket = `encrypted-${buckets}`;
  await test.s3.makeBucket({ bucket });
  return bucket;
}

const { call, read } = settingCalls(() => root);

describe('encryption', () => {
  const enable = (bucket: string, payload: object) =>
    call('POST', bucket, 'encryption/enable', payload);

  async function expectOff(bucket: string) {
    const response = await call('GET', bucket, 'encryption/info');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({
      errorCode: 'EncryptionNotFound',
      message: 'The server side encryption configuration was not found',
    });
  }

  it('is not found while it is disabled [BSUM-12, API-24]', async () => {
    await expectOff(await newBucket());
    expect(revisionOf(null)).toBe(ENCRYPTION_OFF_REVISION);
  });

  it('is enabled with keys of the server, and disabled [API-22, API-23, BSUM-10]', async () => {
    const bucket = await newBucket();
    expect((await enable(bucket, { encType: 'sse-s3' })).statusCode).toBe(200);
    expect(await read(bucket, 'encryption/info')).toMatchObject({ algorithm: 'AES256' });
    expect((await call('POST', bucket, 'encryption/disable')).statusCode).toBe(200);
    await expectOff(bucket);
  });

  it('is enabled with a key of the key service [API-22, BSUM-11]', async () => {
    const bucket = await newBucket();
    expect((await enable(bucket, { encType: 'sse-kms', kmsKeyID: KMS_KEY })).statusCode).toBe(200);
    expect(await read(bucket, 'encryption/info')).toMatchObject({
      algorithm: 'aws:kms',
      kmsMasterKeyID: KMS_KEY,
    });
  });

  it.each([undefined, '', '  '])('needs a key, not %j', async (kmsKeyID) => {
    const response = await enable(await newBucket(), { encType: 'sse-kms', kmsKeyID });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'kmsKeyID' });
  });

  it('needs a key that the server knows', async () => {
    const bucket = await newBucket();
    const response = await enable(bucket, { encType: 'sse-kms', kmsKeyID: 'no-such-key' });
    expect(response.json()).toMatchObject({
      code: 400,
      errorCode: 'InvalidInput',
      field: 'kmsKeyID',
    });
    await expectOff(bucket);
  });

  it('knows the two types of the wire, and not the choice of the dialog [BSUM-20]', async () => {
    const response = await enable(await newBucket(), { encType: 'disabled' });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'encType' });
  });
});

describe('the keys of the key service', () => {
  const keys = (caller: TestCaller) => caller.send({ url: '/api/v1/kms/keys' });

  it('are listed with the default', async () => {
    const response = await keys(root);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ configured: true, default_key: KMS_KEY, keys: [KMS_KEY] });
  });

  it('are listed without the default to those who may not know it', async () => {
    const account = await test.addUser('key-lister', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['kms:ListKeys'] }],
    });
    const response = await keys(await test.logIn(account));
    expect(response.json()).toEqual({ configured: true, keys: [KMS_KEY] });
  });

  it('are hidden from those who may not list them', async () => {
    const account = await test.addUser('keyless', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const response = await keys(await test.logIn(account));
    expect(response.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });

  it('are none where the server has no key service', async () => {
    test.gate.set({ status: 501, code: 'NotImplemented' });
    const response = await keys(root);
    test.gate.set('open');
    expect(response.json()).toEqual({ configured: false, keys: [] });
  });
});
