import { getVersioning } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { bucketKeys } from './bucket-keys.ts';

/** Whether a bucket keeps versions. */
export function versioningQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'versioning'),
    queryFn: ({ signal }) => call(getVersioning, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
