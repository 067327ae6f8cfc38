import type { Encryption } from '@stowage/contract/bucket-admin/settings';

/** How new objects are encrypted; without an algorithm they are not. */
export type BucketEncryption = Omit<Encryption, 'algorithm'> & Partial<Encryption>;

export const ENCRYPTION_TYPES = ['disabled', 'sse-s3', 'sse-kms'] as const;
export type EncryptionChoice = (typeof ENCRYPTION_TYPES)[number];

/** AES256 is SSE-S3, any other algorithm is SSE-KMS, and none is no encryption. */
export function encryptionType({
  algorithm,
}: Pick<BucketEncryption, 'algorithm'>): EncryptionChoice {
  if (algorithm === undefined || algorithm === '') return 'disabled';
  return algorithm === 'AES256' ? 'sse-s3' : 'sse-kms';
}
