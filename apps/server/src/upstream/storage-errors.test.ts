import {
  StorageRequestError,
  StorageTimeoutError,
  StorageUnreachableError,
} from '@stowage/storage-client/errors';
import { describe, expect, it } from 'vitest';
import { storageError } from './storage-errors.ts';

const refusal = (code: string) =>
  storageError(new StorageRequestError({ code, status: 400, message: 'What the server says.' }));

describe('storageError', () => {
  it.each([
    ['NoSuchBucket', 'BucketNotFound'],
    ['NoSuchKey', 'ObjectNotFound'],
    ['NoSuchVersion', 'VersionNotFound'],
    ['BucketAlreadyOwnedByYou', 'BucketExists'],
    ['BucketNotEmpty', 'BucketNotEmpty'],
    ['AccessDenied', 'AccessDenied'],
    ['ExpiredToken', 'SessionRequired'],
    ['InvalidTokenId', 'SessionRequired'],
    ['InvalidAccessKeyId', 'SessionRequired'],
    ['KeyTooLongError', 'KeyTooLong'],
    ['XMinioInvalidObjectName', 'InvalidObjectName'],
    ['XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'],
    ['XMinioStorageFull', 'StorageFull'],
    ['NotImplemented', 'NotSupported'],
    ['IncompleteBody', 'UploadIncomplete'],
  ])('reads %s as %s', (server, code) => {
    expect(refusal(server)).toMatchObject({ code });
  });

  it('passes on what the server says where the table does not say it all', () => {
    expect(refusal('XMinioInvalidObjectName')?.detail).toBe('What the server says.');
    expect(refusal('NoSuchBucket')?.detail).toBe('');
  });

  it.each(['SlowDown', 'InternalError', 'SomethingNew', 'constructor', '__proto__'])(
    'calls %s a failure of the storage, with its code',
    (server) => {
      expect(refusal(server)).toMatchObject({
        code: 'StorageFailed',
        detail: `${server}: What the server says.`,
      });
    },
  );

  it.each([
    ['AuthorizationHeaderMalformed', /^CONSOLE_MINIO_REGION has to name the region/],
    ['RequestTimeTooSkewed', /^The clocks of the console and the storage server differ/],
  ])('says what mends %s, with what the server says', (server, detail) => {
    expect(refusal(server)).toMatchObject({
      code: 'StorageFailed',
      detail: expect.stringMatching(detail),
    });
    expect(refusal(server)?.detail).toMatch(/What the server says\.$/);
  });

  it.each([
    ['ENOTFOUND', /host name cannot be resolved/],
    ['CERT_HAS_EXPIRED', /STOWAGE_STORAGE_CA names further authorities/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /may have to begin with http\./],
    ['HPE_INVALID_CONSTANT', /does not answer with HTTP/],
    ['UND_ERR_HEADERS_OVERFLOW', /does not answer with HTTP/],
    ['ECONNREFUSED', /^$/],
  ])('says of %s what waiting does not mend', (code, detail) => {
    const cause = Object.assign(new Error('not connected'), { code });
    expect(storageError(new StorageUnreachableError(cause))).toMatchObject({
      code: 'StorageUnreachable',
      detail: expect.stringMatching(detail),
    });
  });

  it('tells silence from delay, and knows nothing of other errors', () => {
    expect(storageError(new StorageUnreachableError(undefined))?.code).toBe('StorageUnreachable');
    expect(storageError(new StorageTimeoutError(undefined))?.code).toBe('StorageTimeout');
    expect(storageError(new Error('other'))).toBeUndefined();
  });
});
