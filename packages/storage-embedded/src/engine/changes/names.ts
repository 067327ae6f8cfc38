import { S3Error } from '@stowage/storage-wire/s3-error';

const MAX_KEY_BYTES = 1024;
const BYTES_PER_UNIT = 3;

/** Refuses keys that S3 does not take: KeyTooLongError over 1,024 bytes, InvalidArgument for no or broken text. */
export function checkKey(key: string): void {
  if (key === '' || !key.isWellFormed()) {
    throw new S3Error('InvalidArgument', 'The key is not valid text.');
  }
  if (key.length * BYTES_PER_UNIT > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError');
  }
}

/** Names that mutations exclude or share, so that no two of them touch the same thing in one batch. */

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
