import { listKmsKeys } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** The keys that buckets can be encrypted with, and whether there is a key service at all. */
export const kmsKeysQuery = queryOptions({
  queryKey: ['kms', 'keys'],
  queryFn: ({ signal }) => call(listKmsKeys, {}, { signal }),
  meta: { errors: 'screen' },
});
