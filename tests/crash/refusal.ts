import { S3Error } from '@stowage/storage-wire/s3-error';

const REFUSALS: ReadonlySet<string> = new Set(['ServiceUnavailable', 'XMinioStorageFull']);

/** Whether the store answered 503 or 507 (temporarily unavailable). Any other response is final. */
export function isRefusal(error: unknown): boolean {
  return error instanceof S3Error && REFUSALS.has(error.code);
}
