import { S3Error } from '@stowage/storage-wire/s3-error';
import { describe, expect, it } from 'vitest';
import { readCredentials, readTier } from './tier-fields.ts';

const Endpoint = 'http://127.0.0.1:1';
const azure = {
  Endpoint,
  AccountName: 'account',
  AccountKey: Buffer.from('key').toString('base64'),
  Bucket: 'container',
};
const file = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64');
const user = { type: 'authorized_user', client_id: 'a' };
const noKey = { type: 'service_account', client_email: 'a@b', private_key: 'none' };

function refusalOf(type: string, change: object): string {
  const block =
    type === 'gcs'
      ? { GCS: { Endpoint, Bucket: 'bucket', ...change } }
      : { Azure: { ...azure, ...change } };
  try {
    readTier({ Version: 'v1', Type: type, Name: 'COLD', ...block });
    return '';
  } catch (error) {
    return error instanceof S3Error ? `${error.code}: ${error.message}` : String(error);
  }
}

describe('a tier of a cloud', () => {
  it.each([
    ['azure', { AccountKey: '' }, /^XMinioAdminTierMissingCredentials/],
    ['azure', { AccountKey: 'no Base64!' }, /^XMinioAdminTierInvalidConfig: .*Base64/],
    ['azure', { AccountName: 'Not/one' }, /^XMinioAdminTierInvalidConfig: .*lower-case/],
    ['azure', { Bucket: 'no.dots' }, /^XMinioAdminTierInvalidConfig: .*container/],
    ['azure', { StorageClass: 'Archive' }, /^XMinioAdminTierInvalidConfig: .*Archive/],
    ['azure', { SPAuth: { TenantID: 'a' } }, /^XMinioAdminTierInvalidConfig: .*principals/],
    ['azure', { Endpoint: 'http://host/path' }, /^XMinioAdminTierInvalidConfig: .*endpoint/],
    ['gcs', {}, /^XMinioAdminTierMissingCredentials/],
    ['gcs', { Creds: 'bm8gSlNPTg==' }, /^XMinioAdminTierInvalidConfig: .*not JSON/],
    ['gcs', { Creds: file(user) }, /^XMinioAdminTierInvalidConfig: .*service account/],
    ['gcs', { Creds: file(noKey) }, /^XMinioAdminTierInvalidConfig: .*private_key/],
  ])('of the type %s is refused with %j', (type, change, refusal) => {
    expect(refusalOf(type, change)).toMatch(refusal);
  });

  it('of the type azure stays in its account', () => {
    const tier = readTier({ Version: 'v1', Type: 'azure', Name: 'COLD', Azure: azure });
    const secret = Buffer.from('another').toString('base64');
    const keys = { accessKey: 'account', secretKey: secret };
    expect(readCredentials({ secret }, tier)).toEqual(keys);
    expect(readCredentials({ access: 'account', secret }, tier)).toEqual(keys);
    expect(() => readCredentials({ access: 'other', secret }, tier)).toThrow(/account of Azure/);
  });

  it('is taken without an endpoint, and then means that of the cloud', () => {
    const block = { Azure: { ...azure, Endpoint: '', SPAuth: { TenantID: '' } } };
    const tier = readTier({ Version: 'v1', Type: 'azure', Name: 'COLD', ...block });
    expect(tier).toMatchObject({
      endpoint: 'https://blob.core.windows.net',
      accessKey: 'account',
      bucket: 'container',
    });
  });
});
