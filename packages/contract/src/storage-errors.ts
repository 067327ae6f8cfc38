/** Errors of calls that use the storage server with the session's credentials. */
export const storageErrors = [
  'SessionRequired',
  'AccessDenied',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFailed',
] as const;

/** Errors of calls that concern objects of a bucket. */
export const objectErrors = [
  ...storageErrors,
  'InvalidInput',
  'InvalidBucketName',
  'InvalidObjectName',
  'KeyTooLong',
  'BucketNotFound',
] as const;

/** Errors of calls that concern one object, or one of its versions. */
export const versionErrors = [...objectErrors, 'ObjectNotFound', 'VersionNotFound'] as const;
