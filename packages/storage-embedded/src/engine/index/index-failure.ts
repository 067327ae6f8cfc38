import { S3Error } from '@stowage/storage-wire/s3-error';

/** Primary result codes of SQLite; the higher bits of an error may hold an extended code. */
const SQLITE_BUSY = 5;
const SQLITE_NOMEM = 7;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

const TRANSIENT: ReadonlySet<number | undefined> = new Set([
  SQLITE_BUSY,
  SQLITE_NOMEM,
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_CANTOPEN,
]);

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** Whether the index has to be rebuilt. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/**
 * Maps a failure of the index to an S3 error: XMinioStorageFull if its disk is full, otherwise
 * ServiceUnavailable, since the drives' log still has everything. Returns other errors unchanged.
 */
export function indexFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code === SQLITE_FULL) {
    return new S3Error('XMinioStorageFull');
  }
  if (isDamage(error)) {
    const detail = 'The index is damaged and will be made again at the next start.';
    return new S3Error('ServiceUnavailable', detail, { cause: error });
  }
  return TRANSIENT.has(code)
    ? new S3Error('ServiceUnavailable', 'The index cannot be read or written now.', {
        cause: error,
      })
    : error;
}
