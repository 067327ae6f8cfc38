import { listLifecycleRules } from '@stowage/contract/bucket-admin/lifecycle';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** The lifecycle rules of a bucket. */
export function lifecycleQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'lifecycle'),
    queryFn: async ({ signal }) =>
      (await call(listLifecycleRules, { params: { bucket } }, { signal })).lifecycle,
    meta: { errors: 'screen' },
  });
}
