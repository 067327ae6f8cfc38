import { getVersioning } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** Whether the bucket keeps versions. */
export function versioningQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'versioning'),
    queryFn: ({ signal }) => call(getVersioning, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
