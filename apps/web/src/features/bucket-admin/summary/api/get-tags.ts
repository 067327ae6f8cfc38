import { getTags } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** The tags of the bucket. */
export function tagsQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'tags'),
    queryFn: ({ signal }) => call(getTags, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
