import { listBucketAccess } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/**
 * Which of these buckets anonymous users can access; buckets whose policy cannot be read are left
 * out.
 */
export function bucketAccessQuery(names: readonly string[]) {
  return queryOptions({
    queryKey: [...bucketKeys.all, 'access', ...names],
    queryFn: ({ signal }) =>
      call(listBucketAccess, { query: { names: names.join(',') } }, { signal }),
    meta: { errors: 'screen' },
  });
}
