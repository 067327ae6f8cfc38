import { getUsage } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** What the bucket holds, and when the storage server counted it. */
export function usageQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'usage'),
    queryFn: ({ signal }) => call(getUsage, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
