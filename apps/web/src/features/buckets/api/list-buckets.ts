import { listBuckets } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** Every bucket that the caller can reach, with usage and access. */
export const bucketsQuery = queryOptions({
  queryKey: bucketKeys.list,
  queryFn: ({ signal }) => call(listBuckets, {}, { signal }),
  meta: { errors: 'screen' },
});
