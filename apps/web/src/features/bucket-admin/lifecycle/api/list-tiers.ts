import { listTiers } from '@stowage/contract/bucket-admin/lifecycle';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** The storage tiers that objects can be moved to. A failure stays silent: there are none to choose then. */
export const tiersQuery = queryOptions({
  queryKey: ['tiers'],
  queryFn: async ({ signal }) => (await call(listTiers, {}, { signal })).items,
  meta: { errors: 'screen' },
});
