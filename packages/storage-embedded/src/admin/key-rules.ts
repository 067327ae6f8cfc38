import { S3Error } from '@stowage/storage-wire/s3-error';

/** MinIO's rules for keys; '=' and ',' would break its other formats. */
const ACCESS_KEY = /^[^=,\p{Cc}]{3,256}$/u;
const LEAST_SECRET = 8;
const MAX_SECRET = 128;

/**
 * Checks a new access key.
 *
 * @throws S3Error XMinioAdminInvalidAccessKey
 */
export function checkAccessKey(accessKey: string): void {
  if (!ACCESS_KEY.test(accessKey)) {
    throw new S3Error('XMinioAdminInvalidAccessKey');
  }
}

/**
 * Returns a new secret key after checking it.
 *
 * @throws S3Error XMinioAdminInvalidSecretKey
 */
export function checkSecret(secretKey: unknown): string {
  if (
    typeof secretKey !== 'string' ||
    secretKey.length < LEAST_SECRET ||
    secretKey.length > MAX_SECRET
  ) {
    throw new S3Error('XMinioAdminInvalidSecretKey');
  }
  return secretKey;
}
