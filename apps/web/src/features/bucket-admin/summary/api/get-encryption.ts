import { getEncryption } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** How new objects are encrypted. */
export function encryptionQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'encryption'),
    queryFn: ({ signal }) => call(getEncryption, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
