import { listTiers } from '@stowage/contract/tiers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** The storage tiers that objects can be moved to. Errors are shown only in place of the tiers. */
export const tiersQuery = queryOptions({
  queryKey: ['tiers'],
  queryFn: async ({ signal }) => (await call(listTiers, {}, { signal })).items,
  meta: { errors: 'screen' },
});
