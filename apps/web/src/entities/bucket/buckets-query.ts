import { listBuckets } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { bucketKeys } from './bucket-keys.ts';

/** Every bucket the caller has access to, with usage and access. */
export const bucketsQuery = queryOptions({
  queryKey: bucketKeys.list,
  queryFn: ({ signal }) => call(listBuckets, {}, { signal }),
  meta: { errors: 'screen' },
});
