import { TIER_NAME } from '@stowage/domain/tier-name';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { isBucketName } from '../s3/bucket-names.ts';
import { readServiceAccount } from '../tiers/google-token.ts';
import { TIER_BLOCKS, type Tier, type TierType } from '../tiers/tier.ts';
import type { JsonObject } from './payloads.ts';

const MAX_TEXT = 1024;
const MAX_NAME = 64;
const REGION = /^[A-Za-z0-9-]{0,64}$/;
const CREDENTIAL = /^[!-~]+$/;
/** Valid names of storage classes, and those access tiers of Azure that can be read immediately. */
const STORAGE_CLASS = /^[A-Z_]{0,64}$/;
const ACCESS_TIER = /^(?:Hot|Cool|Cold)?$/;
/**
 * Valid names of Azure containers and accounts, and of Google buckets, which may contain
 * underscores.
 */
const CONTAINER = /^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const ACCOUNT = /^[a-z0-9]{3,24}$/;
const GOOGLE_BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const BASE64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;
/** Limit for the JSON file of a service account, in Base64. */
const MAX_CREDENTIALS = 32 * 1024;
const RESERVED = new Set(['STANDARD', 'REDUCED_REDUNDANCY']);
/**
 * Reads MinIO's TierConfig.
 *
 * @throws S3Error for the first invalid field
 */
export function readTier(json: JsonObject): Tier {
  if (json.Version !== 'v1') {
    throw new S3Error('XMinioAdminTierInvalidConfigVersion');
  }
  const type = readType(json.Type);
  const settings = json[TIER_BLOCKS[type]];
  if (typeof settings !== 'object' || settings === null) {
    throw invalid(`${TIER_BLOCKS[type]} is missing`);
  }
  const fields: JsonObject = { ...settings };
  needKeys(fields);
  const tier: Tier = {
    name: readName(json.Name),
    type,
    endpoint: readEndpoint(fields.Endpoint, type),
    ...readKeys(fields, type),
    bucket: text(fields, 'Bucket'),
    prefix: text(fields, 'Prefix'),
    region: text(fields, 'Region'),
    storageClass: text(fields, 'StorageClass'),
  };
  needFields(tier);
  return tier;
}

/** Credentials from the server's environment, or from a directory, are not supported. */
function needKeys(fields: JsonObject): void {
  if (fields.AWSRole === true || text(fields, 'AWSRoleARN') !== '') {
    throw invalid('roles of AWS are not supported: give an access key and a secret key');
  }
  const { SPAuth } = fields;
  if (typeof SPAuth === 'object' && SPAuth !== null) {
    if (Object.values(SPAuth).some((value) => value !== '')) {
      throw invalid('service principals of Azure are not supported: give the key of the account');
    }
  }
}

type Keys = Pick<Tier, 'accessKey' | 'secretKey'>;

/**
 * Reads the credentials for the type of tier.
 *
 * @throws S3Error XMinioAdminTierMissingCredentials, XMinioAdminTierInvalidConfig
 */
function readKeys(fields: JsonObject, type: TierType): Keys {
  switch (type) {
    case 'gcs':
      return serviceAccount(fields.Creds);
    case 'azure':
      return account(text(fields, 'AccountName'), text(fields, 'AccountKey'));
    default:
      return keyPair(text(fields, 'AccessKey'), text(fields, 'SecretKey'));
  }
}

/**
 * Reads MinIO's TierCreds for a tier. For Azure the account can be omitted but not changed, as
 * another account does not have the data.
 *
 * @throws S3Error XMinioAdminTierMissingCredentials, XMinioAdminTierInvalidConfig
 */
export function readCredentials(json: JsonObject, { type, accessKey }: Tier): Keys {
  switch (type) {
    case 'gcs':
      return serviceAccount(json.creds);
    case 'azure':
      if (![accessKey, ''].includes(text(json, 'access'))) {
        throw unusable(
          `The tier is in the account of Azure ${accessKey}: only its key can change.`,
        );
      }
      return account(accessKey, text(json, 'secret'));
    default:
      return keyPair(text(json, 'access'), text(json, 'secret'));
  }
}

function keyPair(accessKey: string, secretKey: string): Keys {
  if (accessKey === '' || secretKey === '') {
    throw new S3Error('XMinioAdminTierMissingCredentials');
  }
  if (!CREDENTIAL.test(accessKey)) {
    throw unusable('The access key cannot be one.');
  }
  return { accessKey, secretKey };
}

function account(accessKey: string, secretKey: string): Keys {
  if (accessKey === '' || secretKey === '') {
    throw new S3Error('XMinioAdminTierMissingCredentials');
  }
  if (!ACCOUNT.test(accessKey)) {
    throw unusable('An account of Azure has a name of 3 to 24 lower-case letters and digits.');
  }
  if (!BASE64.test(secretKey)) {
    throw unusable('The key of an account of Azure is Base64.');
  }
  return { accessKey, secretKey };
}

/**
 * Reads the credentials file of a gcs tier.
 *
 * @param value the JSON file in Base64, in either alphabet
 */
function serviceAccount(value: unknown): Keys {
  if (typeof value !== 'string' || value === '') {
    throw new S3Error('XMinioAdminTierMissingCredentials');
  }
  if (value.length > MAX_CREDENTIALS) {
    throw unusable('The credentials file is too long.');
  }
  const secretKey = Buffer.from(value, 'base64').toString('utf8');
  try {
    return { accessKey: readServiceAccount(secretKey).email, secretKey };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw unusable(`The credentials file cannot be used: ${reason}.`);
  }
}

/**
 * Returns the error for malformed credentials, as opposed to those that a remote server refused.
 */
function unusable(reason: string): S3Error {
  return new S3Error('XMinioAdminTierInvalidConfig', reason);
}

function readType(type: unknown): TierType {
  if (typeof type !== 'string' || !isTierType(type)) {
    throw new S3Error('XMinioAdminTierTypeUnsupported');
  }
  return type;
}

function isTierType(type: string): type is TierType {
  return Object.hasOwn(TIER_BLOCKS, type);
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

/** The endpoints of the clouds can be omitted, as `mc` does. */
const DEFAULT_ENDPOINTS: Readonly<Partial<Record<TierType, string>>> = {
  gcs: 'https://storage.googleapis.com',
  azure: 'https://blob.core.windows.net',
};

function readEndpoint(value: unknown, type: TierType): string {
  const given = typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
  const endpoint = given === '' ? (DEFAULT_ENDPOINTS[type] ?? '') : given;
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

function needFields({ type, bucket, region, storageClass }: Tier): void {
  if (!isBucketAt(type, bucket)) {
    throw invalid(`the ${type === 'azure' ? 'container' : 'bucket'} is not the name of one`);
  }
  if (!REGION.test(region)) {
    throw invalid('the region is not the name of one');
  }
  if (type === 'azure' && !ACCESS_TIER.test(storageClass)) {
    throw invalid('the storage class is Hot, Cool or Cold: contents in Archive cannot be read');
  }
  if (type !== 'azure' && !STORAGE_CLASS.test(storageClass)) {
    throw invalid('the storage class is not the name of one');
  }
}

function isBucketAt(type: TierType, bucket: string): boolean {
  switch (type) {
    case 'gcs':
      return GOOGLE_BUCKET.test(bucket);
    case 'azure':
      return CONTAINER.test(bucket);
    default:
      return isBucketName(bucket);
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
