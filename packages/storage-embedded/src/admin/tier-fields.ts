import { TIER_NAME } from '@stowage/domain/tier-name';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { isBucketName } from '../s3/bucket-names.ts';
import type { Tier, TierType } from '../tiers/tier.ts';
import type { JsonObject } from './payloads.ts';

const MAX_TEXT = 1024;
const MAX_NAME = 64;
const REGION = /^[A-Za-z0-9-]{0,64}$/;
const CREDENTIAL = /^[!-~]+$/;
/** What a class of storage may be called by S3's servers. */
const STORAGE_CLASS = /^[A-Z_]{0,64}$/;
const RESERVED = new Set(['STANDARD', 'REDUCED_REDUNDANCY']);
/** The member that holds the settings, by type. */
const BLOCKS: Readonly<Record<TierType, string>> = { s3: 'S3', minio: 'MinIO' };
const UNUSABLE: Readonly<Record<string, string>> = {
  gcs: 'Google Cloud Storage',
  azure: 'Azure Blob Storage',
};

/**
 * Reads MinIO's TierConfig.
 *
 * @throws S3Error about the first thing that is wrong with it
 */
export function readTier(json: JsonObject): Tier {
  if (json.Version !== 'v1') {
    throw new S3Error('XMinioAdminTierInvalidConfigVersion');
  }
  const type = readType(json.Type);
  const settings = json[BLOCKS[type]];
  if (typeof settings !== 'object' || settings === null) {
    throw invalid(`${BLOCKS[type]} is missing`);
  }
  const fields: JsonObject = { ...settings };
  const tier: Tier = {
    name: readName(json.Name),
    type,
    endpoint: readEndpoint(fields.Endpoint),
    accessKey: text(fields, 'AccessKey'),
    secretKey: text(fields, 'SecretKey'),
    bucket: text(fields, 'Bucket'),
    prefix: text(fields, 'Prefix'),
    region: text(fields, 'Region'),
    storageClass: text(fields, 'StorageClass'),
  };
  if (fields.AWSRole === true || text(fields, 'AWSRoleARN') !== '') {
    throw invalid('roles of AWS are not supported: give an access key and a secret key');
  }
  needFields(tier);
  return tier;
}

/**
 * Reads MinIO's TierCreds for a tier.
 *
 * @throws S3Error XMinioAdminTierMissingCredentials
 */
export function readCredentials(json: JsonObject): Pick<Tier, 'accessKey' | 'secretKey'> {
  const accessKey = text(json, 'access');
  const secretKey = text(json, 'secret');
  if (!CREDENTIAL.test(accessKey) || secretKey === '') {
    throw new S3Error('XMinioAdminTierMissingCredentials');
  }
  return { accessKey, secretKey };
}

function readType(type: unknown): TierType {
  if (type === 's3' || type === 'minio') {
    return type;
  }
  const service = typeof type === 'string' ? UNUSABLE[type] : undefined;
  throw service === undefined
    ? new S3Error('XMinioAdminTierTypeUnsupported')
    : new S3Error(
        'XMinioAdminTierTypeUnsupported',
        `The embedded storage cannot use ${service} as a tier: it supports the types s3 and minio.`,
      );
}

function readName(name: unknown): string {
  if (typeof name !== 'string' || name === '') {
    throw new S3Error('XMinioAdminTierNameEmpty');
  }
  if (name !== name.toUpperCase()) {
    throw new S3Error('XMinioAdminTierNameNotUpperCase');
  }
  if (RESERVED.has(name)) {
    throw new S3Error('XMinioAdminTierReserved');
  }
  if (name.length > MAX_NAME || !TIER_NAME.test(name)) {
    throw invalid(`a name has up to ${MAX_NAME} upper case letters, digits, '-' and '_'`);
  }
  return name;
}

function readEndpoint(value: unknown): string {
  const endpoint = typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain =
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain) {
    throw invalid('the endpoint is a URL of a server, such as https://s3.amazonaws.com');
  }
  return url.origin;
}

function needFields(tier: Tier): void {
  if (tier.accessKey === '' || tier.secretKey === '') {
    throw new S3Error('XMinioAdminTierMissingCredentials');
  }
  if (!CREDENTIAL.test(tier.accessKey)) {
    throw new S3Error('XMinioAdminTierInvalidCredentials', 'The access key cannot be one.');
  }
  if (!isBucketName(tier.bucket)) {
    throw invalid('the bucket is not the name of one');
  }
  if (!REGION.test(tier.region)) {
    throw invalid('the region is not the name of one');
  }
  if (!STORAGE_CLASS.test(tier.storageClass)) {
    throw invalid('the storage class is not the name of one');
  }
}

function text(fields: JsonObject, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string' || value.length > MAX_TEXT) {
    throw invalid(`${name} is a text of up to ${MAX_TEXT} characters`);
  }
  return value;
}

function invalid(reason: string): S3Error {
  return new S3Error('XMinioAdminTierInvalidConfig', `The tier is not valid: ${reason}.`);
}
