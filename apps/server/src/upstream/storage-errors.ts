import type { ErrorCode } from '@stowage/contract/errors';
import {
  StorageRequestError,
  StorageTimeoutError,
  StorageUnreachableError,
} from '@stowage/storage-client/errors';
import { ConsoleError } from '../console-error.ts';
import { type ConnectionFailure, connectionFailure } from './connection-failure.ts';

/** The console's error for each of the storage server's codes. */
const MEANING: Readonly<Record<string, ErrorCode>> = {
  AccessDenied: 'AccessDenied',
  // The session's temporary credentials are no longer accepted.
  ExpiredToken: 'SessionRequired',
  ExpiredTokenException: 'SessionRequired',
  InvalidAccessKeyId: 'SessionRequired',
  InvalidClientTokenId: 'SessionRequired',
  InvalidTokenId: 'SessionRequired',
  BucketAlreadyExists: 'BucketExists',
  BucketAlreadyOwnedByYou: 'BucketExists',
  BucketNotEmpty: 'BucketNotEmpty',
  InvalidBucketName: 'InvalidBucketName',
  NoSuchBucket: 'BucketNotFound',
  InvalidRange: 'RangeNotSatisfiable',
  KeyTooLongError: 'KeyTooLong',
  NoSuchKey: 'ObjectNotFound',
  NoSuchUpload: 'UploadNotFound',
  NoSuchVersion: 'VersionNotFound',
  NotFound: 'ObjectNotFound',
  ObjectLocked: 'ObjectLocked',
  XMinioHealAlreadyRunning: 'HealRunning',
  XMinioHealNotImplemented: 'NotSupported',
  XMinioHealOverlappingPaths: 'HealRunning',
  XMinioInvalidObjectName: 'InvalidObjectName',
  XMinioInvalidResourceName: 'InvalidObjectName',
  XMinioObjectExistsAsDirectory: 'InvalidObjectName',
  XMinioParentIsObject: 'InvalidObjectName',
  EntityTooLarge: 'PayloadTooLarge',
  BadDigest: 'ChecksumMismatch',
  IncompleteBody: 'UploadIncomplete',
  InvalidPart: 'UploadIncomplete',
  XAmzContentChecksumMismatch: 'ChecksumMismatch',
  XMinioAdminBucketQuotaExceeded: 'QuotaExceeded',
  InvalidArgument: 'InvalidInput',
  InvalidBucketState: 'InvalidInput',
  MethodNotAllowed: 'NotSupported',
  NotImplemented: 'NotSupported',
  XMinioAdminInvalidAccessKey: 'InvalidInput',
  XMinioAdminInvalidArgument: 'InvalidInput',
  XMinioAdminInvalidSecretKey: 'InvalidInput',
  XMinioAdminNoSuchGroup: 'NotFound',
  XMinioAdminNoSuchPolicy: 'NotFound',
  XMinioAdminNoSuchUser: 'NotFound',
  XMinioAdminTierAlreadyExists: 'TierExists',
  XMinioAdminTierBackendInUse: 'TierPlaceTaken',
  XMinioAdminTierBackendNotEmpty: 'TierInUse',
  XMinioAdminTierBucketNotFound: 'InvalidInput',
  XMinioAdminTierInsufficientPermissions: 'RemoteRefused',
  XMinioAdminTierInvalidConfig: 'InvalidInput',
  XMinioAdminTierInvalidCredentials: 'RemoteRefused',
  XMinioAdminTierMissingCredentials: 'RemoteRefused',
  XMinioAdminTierNameEmpty: 'InvalidInput',
  XMinioAdminTierNameNotUpperCase: 'InvalidInput',
  XMinioAdminTierNotFound: 'NotFound',
  XMinioAdminTierReserved: 'InvalidInput',
  XMinioAdminTierTypeUnsupported: 'NotSupported',
  XMinioBackendDown: 'RemoteUnreachable',
  XMinioInvalidGroupName: 'InvalidInput',
  XMinioInvalidResource: 'InvalidInput',
  XMinioInvalidUTF: 'InvalidInput',
  // Concerning a directory's users and groups, root, or an account that is not a user.
  XMinioIAMActionNotAllowed: 'ManagedElsewhere',
  XMinioInvalidIAMCredentials: 'ManagedElsewhere',
  StorageFull: 'StorageFull',
  XMinioStorageFull: 'StorageFull',
};

/** The field that an error concerns. */
const FIELDS: Readonly<Record<string, string>> = {
  BucketAlreadyExists: 'name',
  BucketAlreadyOwnedByYou: 'name',
  XMinioAdminTierAlreadyExists: 'name',
  XMinioAdminTierBackendInUse: 'prefix',
  XMinioAdminTierBucketNotFound: 'bucket',
  XMinioAdminTierNameEmpty: 'name',
  XMinioAdminTierNameNotUpperCase: 'name',
  XMinioAdminTierReserved: 'name',
};

/** Codes whose table entry is complete; the others include the server's message. */
const COMPLETE: ReadonlySet<ErrorCode> = new Set([
  'AccessDenied',
  'SessionRequired',
  'BucketNotFound',
  'ObjectNotFound',
  'VersionNotFound',
  'UploadNotFound',
  'ChecksumMismatch',
]);

/** Problems that do not go away by waiting, and their remedies. */
const SETUP_PROBLEMS: Readonly<Partial<Record<ConnectionFailure, string>>> = {
  'name-not-found': 'Its host name cannot be resolved.',
  certificate:
    'Its certificate has expired, is for another name, or comes from an authority that the console does not trust. STOWAGE_STORAGE_CA names further authorities.',
  tls: 'It does not answer with TLS: the address in CONSOLE_MINIO_SERVER may have to begin with http.',
};

/** The same for errors of every call. */
const SETUP_REFUSALS: Readonly<Record<string, string>> = {
  AuthorizationHeaderMalformed:
    'CONSOLE_MINIO_REGION has to name the region of the storage server.',
  RequestTimeTooSkewed:
    'The clocks of the console and the storage server differ: both should follow a time server.',
};

const NO_HTTP =
  'It does not answer with HTTP that can be read: CONSOLE_MINIO_SERVER may name the port of another service.';

function setupProblem(error: StorageUnreachableError): { detail?: string } {
  const detail = isNoHttp(error.cause) ? NO_HTTP : SETUP_PROBLEMS[connectionFailure(error)];
  return detail === undefined ? {} : { detail };
}

/** Whether the response was unintelligible to the HTTP client, or exceeded its limits. */
function isNoHttp(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW';
}

/** The only place where storage client errors are mapped to the error table. */
export function storageError(error: unknown): ConsoleError | undefined {
  if (error instanceof StorageRequestError) return fromRefusal(error);
  if (error instanceof StorageUnreachableError) {
    return new ConsoleError('StorageUnreachable', { ...setupProblem(error), cause: error });
  }
  if (error instanceof StorageTimeoutError) {
    return new ConsoleError('StorageTimeout', { cause: error });
  }
  return undefined;
}

/** The table entry for a code from the storage server, with its message if that helps. */
export function storageRefusal(serverCode: string, message: string, cause?: unknown): ConsoleError {
  const code = Object.hasOwn(MEANING, serverCode) ? MEANING[serverCode] : undefined;
  if (code === undefined) {
    const said = `${serverCode}: ${message}`;
    const step = Object.hasOwn(SETUP_REFUSALS, serverCode) ? SETUP_REFUSALS[serverCode] : undefined;
    return new ConsoleError('StorageFailed', {
      detail: step === undefined ? said : `${step} ${said}`,
      cause,
    });
  }
  return new ConsoleError(code, {
    ...(!COMPLETE.has(code) && { detail: message }),
    ...(FIELDS[serverCode] !== undefined && { field: FIELDS[serverCode] }),
    cause,
  });
}

function fromRefusal(error: StorageRequestError): ConsoleError {
  if (error.status === 501) return storageRefusal('NotImplemented', error.message, error);
  return storageRefusal(error.code, error.message, error);
}
