import type { PolicyDocument } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { checkAccessKey, checkSecret } from './key-rules.ts';
import type { JsonObject } from './payloads.ts';
import { readSessionPolicy } from './policy-documents.ts';

const NAME = /^[a-zA-Z][a-zA-Z0-9_-]*/;
/** Shorter than those of users, as in MinIO. */
const MAX_ACCESS_KEY = 20;
const MAX_SECRET = 40;
const MAX_NAME = 32;
const MAX_DESCRIPTION_BYTES = 256;
const LEAST_LIFE_MS = 15 * 60 * 1000;
const MAX_LIFE_MS = 365 * 24 * 3600 * 1000;
const RFC3339 = /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The requested properties of a new service account. */
export interface NewServiceAccount {
  /** '' for the caller. */
  readonly targetUser: string;
  /** Absent if the server should generate them. */
  readonly keys?: { readonly accessKey: string; readonly secretKey: string };
  readonly name: string;
  readonly description: string;
  readonly expiresAt?: number;
  readonly policy?: PolicyDocument;
}

/** The requested changes; absent fields stay as they are. */
export interface ServiceAccountChange {
  readonly secretKey?: string;
  readonly enabled?: boolean;
  readonly name?: string;
  readonly description?: string;
  /** 0 for never. */
  readonly expiresAt?: number;
  /** null for all rights of the parent. */
  readonly policy?: PolicyDocument | null;
}

/**
 * Reads the properties of a new service account.
 *
 * @throws S3Error for the first invalid field
 */
export function readNewServiceAccount(fields: JsonObject): NewServiceAccount {
  const expiresAt = readExpiry(fields.expiration);
  const policy = readSessionPolicy(fields.policy);
  const keys = readKeys(readText(fields.accessKey), readText(fields.secretKey));
  return {
    targetUser: readText(fields.targetUser),
    name: readName(fields.name),
    description: readDescription(readText(fields.description) || fields.comment),
    ...(keys === undefined ? {} : { keys }),
    ...(expiresAt === 0 ? {} : { expiresAt }),
    ...(policy === undefined ? {} : { policy }),
  };
}

/**
 * Reads the changes of a service account.
 *
 * @throws S3Error for the first invalid field
 */
export function readServiceAccountChange(fields: JsonObject): ServiceAccountChange {
  const { newSecretKey, newStatus, newExpiration, newPolicy } = fields;
  const name = readName(fields.newName);
  const description = readDescription(fields.newDescription);
  return {
    ...(isGiven(newSecretKey) ? { secretKey: checkSecret(newSecretKey) } : {}),
    ...(isGiven(newStatus) ? { enabled: readStatus(newStatus) } : {}),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(isGiven(newExpiration) ? { expiresAt: readExpiry(newExpiration) } : {}),
    ...(newPolicy === undefined ? {} : { policy: readSessionPolicy(newPolicy) ?? null }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function readText(value: unknown): string {
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  return value ?? '';
}

function readKeys(accessKey: string, secretKey: string): NewServiceAccount['keys'] {
  if (accessKey === '' && secretKey === '') {
    return undefined;
  }
  if (accessKey === '') {
    throw new S3Error('XMinioAdminNoAccessKey');
  }
  if (secretKey === '') {
    throw new S3Error('XMinioAdminNoSecretKey');
  }
  if (accessKey.trim() !== accessKey) {
    throw new S3Error('XMinioInvalidResource');
  }
  checkAccessKey(accessKey);
  if (accessKey.length > MAX_ACCESS_KEY) {
    throw new S3Error('XMinioAdminInvalidAccessKey');
  }
  if (secretKey.length > MAX_SECRET) {
    throw new S3Error('XMinioAdminInvalidSecretKey');
  }
  return { accessKey, secretKey: checkSecret(secretKey) };
}

/** MinIO uses the same error code for invalid names, descriptions and times. */
function readName(value: unknown): string {
  const name = readText(value);
  if (name !== '' && (name.length > MAX_NAME || !NAME.test(name))) {
    throw new S3Error('XMinioInvalidResource', 'The name is too long or begins with no letter.');
  }
  return name;
}

function readDescription(value: unknown): string {
  const description = readText(value);
  if (Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES) {
    throw new S3Error('XMinioInvalidResource', 'The description is too long.');
  }
  return description;
}

function readStatus(value: unknown): boolean {
  if (value === 'on' || value === 'enabled') {
    return true;
  }
  if (value === 'off' || value === 'disabled') {
    return false;
  }
  throw new S3Error('XMinioAdminInvalidArgument', 'There is no such state.');
}

/**
 * Reads an expiry time: milliseconds since the epoch, at a whole second; 0 for never, which has two
 * spellings.
 *
 * @throws S3Error
 */
export function readExpiry(value: unknown): number {
  if (!isGiven(value)) {
    return 0;
  }
  const parts = typeof value === 'string' ? RFC3339.exec(value) : null;
  const time = parts === null ? Number.NaN : Date.parse(parts[0]);
  if (Number.isNaN(time)) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  if (time === 0 || parts?.[1] === '0001') {
    return 0;
  }
  const life = time - Date.now();
  if (life <= 0) {
    throw new S3Error('XMinioInvalidResource', 'The expiration must be in the future.');
  }
  if (life < LEAST_LIFE_MS || life > MAX_LIFE_MS) {
    throw new S3Error(
      'XMinioAdminInvalidArgument',
      'A service account lives for 15 minutes to 365 days.',
    );
  }
  return Math.floor(time / 1000) * 1000;
}
