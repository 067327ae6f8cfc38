import { getRetention } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** How long new objects are locked for. */
export function retentionQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'retention'),
    queryFn: ({ signal }) => call(getRetention, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
