/** How a call can fail that asks the storage server with the session's credentials. */
export const storageErrors = [
  'SessionRequired',
  'AccessDenied',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFailed',
] as const;

/** Those of a call that is about objects of a bucket. */
export const objectErrors = [
  ...storageErrors,
  'InvalidInput',
  'InvalidBucketName',
  'InvalidObjectName',
  'KeyTooLong',
  'BucketNotFound',
] as const;

/** Those of a call that is about one object, or one version of it. */
export const versionErrors = [...objectErrors, 'ObjectNotFound', 'VersionNotFound'] as const;
