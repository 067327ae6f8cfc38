import { getVersioning } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { bucketKeys } from './bucket-keys.ts';

/** The versioning state of a bucket. */
export function versioningQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'versioning'),
    queryFn: ({ signal }) => call(getVersioning, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
