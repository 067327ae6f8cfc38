import { getBucket } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { bucketKeys } from './bucket-keys.ts';

/** One bucket, and what the caller can do with it. */
export function bucketQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.one(bucket),
    queryFn: ({ signal }) => call(getBucket, { params: { name: bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
