/**
 * The closed table of error codes. The server throws an entry by its code and the browser branches
 * on the code, never on a message. `status` is the HTTP status, `message` the English sentence on
 * the wire.
 */
export const ERRORS = {
  // Invalid input
  InvalidInput: { status: 400, message: 'The request is not valid.' },
  InvalidBucketName: { status: 400, message: 'The bucket name is not valid.' },
  InvalidObjectName: { status: 400, message: 'The object name is not valid.' },
  KeyTooLong: { status: 400, message: 'The object name is longer than 1,024 bytes.' },
  UploadIncomplete: {
    status: 400,
    message: 'The upload ended before all of its data had arrived.',
  },
  ChecksumMismatch: {
    status: 400,
    message: 'The data was changed on the way: the checksums differ.',
  },
  UploadEmpty: { status: 400, message: 'The upload contains no file.' },
  RequestTimeout: { status: 408, message: 'The request did not arrive in time.' },
  PayloadTooLarge: { status: 413, message: 'The request is larger than this server accepts.' },
  UnsupportedMediaType: {
    status: 415,
    message: 'The request has a content type that is not accepted here.',
  },
  WrongPassword: { status: 400, message: 'The current password is wrong.' },
  // Authentication
  PasswordRequired: {
    status: 403,
    message: 'The login is older than 15 minutes. Enter your password again to do this.',
  },
  InvalidLogin: { status: 401, message: 'The username or the password is wrong.' },
  SignOnFailed: {
    status: 403,
    message: 'The login at the identity provider was not accepted. Log in again.',
  },
  ProviderUnreachable: {
    status: 502,
    message: 'The identity provider cannot be reached, or the answer is not from one.',
  },
  SessionRequired: { status: 401, message: 'The session has ended. Log in again.' },
  AccessDenied: { status: 403, message: 'Your account has no permission for this action.' },
  CrossOrigin: { status: 403, message: 'The request came from another site and was refused.' },
  HostNotAllowed: { status: 421, message: 'This console does not answer to this host name.' },
  TooManyAttempts: { status: 429, message: 'Too many login attempts.' },
  TooManyRequests: {
    status: 429,
    message: 'Too many transfers at the same time. Try again when some have finished.',
  },
  TooManyJobs: {
    status: 429,
    message: 'Too many jobs are waiting or running. Try again when some have finished.',
  },
  TooManyTests: {
    status: 429,
    message: 'Too many tests. Try again in a minute.',
  },
  TooManyStreams: {
    status: 429,
    message: 'This session has too many live views open. Close one and try again.',
  },
  // Resources
  NotFound: { status: 404, message: 'Not found.' },
  BucketNotFound: { status: 404, message: 'The bucket does not exist.' },
  ObjectNotFound: { status: 404, message: 'The object does not exist.' },
  UploadNotFound: {
    status: 404,
    message: 'The upload does not exist: it was completed, aborted, or has expired.',
  },
  EncryptionNotFound: {
    status: 404,
    message: 'The server side encryption configuration was not found',
  },
  VersionNotFound: { status: 404, message: 'This version of the object does not exist.' },
  BucketExists: { status: 409, message: 'A bucket with this name exists already.' },
  BucketNotEmpty: {
    status: 409,
    message: 'The bucket is not empty. A bucket can only be deleted if it is empty.',
  },
  UserExists: { status: 409, message: 'A user with this access key exists already.' },
  TargetExists: { status: 409, message: 'A target with this name exists already.' },
  TargetInUse: {
    status: 409,
    message: 'Buckets still send events to this notification target.',
  },
  GroupExists: { status: 409, message: 'A group with this name exists already.' },
  OwnAccount: {
    status: 409,
    message: 'You cannot disable or delete the account that you are logged in with.',
  },
  ManagedElsewhere: {
    status: 409,
    message: 'This user or group cannot be changed here: the storage server manages it elsewhere.',
  },
  ChangedMeanwhile: {
    status: 409,
    message: 'Somebody else has changed this in the meantime. Check the new state and try again.',
  },
  HealRunning: {
    status: 409,
    message: 'Healing is already running here. Force Start starts it again, Force Stop ends it.',
  },
  LastReplicationRule: {
    status: 409,
    message: 'At least one replication rule must remain. Disable it, or end replication.',
  },
  ObjectLocked: { status: 409, message: 'The object is protected by retention or a legal hold.' },
  PolicyExists: { status: 409, message: 'A policy with this name exists already.' },
  PolicyInUse: {
    status: 409,
    message: 'The policy is in use. Detach it from its users and groups first.',
  },
  TierExists: { status: 409, message: 'A tier with this name exists already.' },
  TierPlaceTaken: {
    status: 409,
    message: 'There is already data under this prefix. Choose another prefix or bucket.',
  },
  TierInUse: { status: 409, message: 'The tier is in use.' },
  RangeNotSatisfiable: { status: 416, message: 'The requested range is outside the object.' },
  QuotaExceeded: { status: 409, message: 'The bucket has reached its quota.' },
  // Other servers named by the caller
  RemoteRefused: { status: 400, message: 'The remote server refused the credentials.' },
  RemoteUnreachable: { status: 502, message: 'The remote server cannot be reached.' },
  // The storage server
  NotSupported: { status: 501, message: 'The connected storage server does not offer this.' },
  StorageFull: { status: 507, message: 'The storage server has no space left.' },
  StorageUnreachable: { status: 502, message: 'The storage server cannot be reached.' },
  StorageTimeout: { status: 504, message: 'The storage server did not answer in time.' },
  StorageFailed: { status: 502, message: 'The storage server answered with an error.' },
  MetricsUnavailable: {
    status: 502,
    message: 'The metrics source does not answer. Try again in a moment.',
  },
  // The console itself
  AuditLogBusy: {
    status: 503,
    message: 'More audit records arrive than can be written. Send them again in a moment.',
  },
  StateUnavailable: {
    status: 503,
    message: "The console's database cannot be reached. Try again in a moment.",
  },
  ShuttingDown: { status: 503, message: 'The console is restarting. Try again in a moment.' },
  Internal: {
    status: 500,
    message: 'Something went wrong in the console. See the server log.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A code of the error table. */
export type ErrorCode = keyof typeof ERRORS;

/** Whether a string is a code of the table. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
