import { getQuota } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** How much the bucket may hold. */
export function quotaQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'quota'),
    queryFn: ({ signal }) => call(getQuota, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
