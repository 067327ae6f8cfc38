import { S3Error } from '@stowage/storage-wire/s3-error';

const MAX_KEY_BYTES = 1024;
const BYTES_PER_UNIT = 3;

/**
 * Rejects keys that S3 does not accept: KeyTooLongError above 1,024 bytes, InvalidArgument for
 * empty or malformed text.
 */
export function checkKey(key: string): void {
  if (key === '' || !key.isWellFormed()) {
    throw new S3Error('InvalidArgument', 'The key is not valid text.');
  }
  if (key.length * BYTES_PER_UNIT > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError');
  }
}

/**
 * Names that mutations lock exclusively or share, so that no two in one batch touch the same thing.
 */

export function bucketName(bucket: string): string {
  return `b/${bucket}`;
}

export function objectName(bucket: string, key: string): string {
  return `o/${bucket}/${key}`;
}

export function uploadName(upload: string): string {
  return `u/${upload}`;
}

export function partName(upload: string, number: number): string {
  return `p/${upload}/${number}`;
}

export function documentName(kind: string, name: string): string {
  return `d/${kind}/${name}`;
}
