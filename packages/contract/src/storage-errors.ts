/** How a call can fail that asks the storage server with the session's credentials. */
export const storageErrors = [
  'SessionRequired',
  'AccessDenied',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFailed',
] as const;
