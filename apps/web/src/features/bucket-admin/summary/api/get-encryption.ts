import { ENCRYPTION_OFF_REVISION, getEncryption } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { BucketEncryption } from '../model/encryption.ts';

/** How new objects are encrypted. */
export function encryptionQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'encryption'),
    queryFn: ({ signal }) => readEncryption(bucket, signal),
    meta: { errors: 'screen' },
  });
}

/** That there is none is how the server says that encryption is off, and no error. */
async function readEncryption(bucket: string, signal: AbortSignal): Promise<BucketEncryption> {
  try {
    return await call(getEncryption, { params: { bucket } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'EncryptionNotFound') throw error;
    return { revision: ENCRYPTION_OFF_REVISION };
  }
}
