import { S3Error } from '@stowage/storage-wire/s3-error';

const REFUSALS: ReadonlySet<string> = new Set(['ServiceUnavailable', 'XMinioStorageFull']);

/** Whether the store said 503 or 507: not now. Everything else it says is an answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof S3Error && REFUSALS.has(error.code);
}
