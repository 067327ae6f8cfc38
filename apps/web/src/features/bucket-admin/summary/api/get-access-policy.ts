import { getAccessPolicy } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** What anonymous users can do with the bucket, and its policy document. */
export function accessPolicyQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'access-policy'),
    queryFn: ({ signal }) => call(getAccessPolicy, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
