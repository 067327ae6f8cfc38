import { listAccessRules } from '@stowage/contract/bucket-admin/access';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** What anonymous users can do under which prefix of a bucket. */
export function accessRulesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'access-rules'),
    queryFn: ({ signal }) => call(listAccessRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
