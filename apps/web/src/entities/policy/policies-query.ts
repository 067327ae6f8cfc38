import { listPolicies } from '@stowage/contract/identity/policies';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { policyKeys } from './policy-keys.ts';

/** Maximum number of policies listed (POLICY-09). */
export const POLICY_LIMIT = 1000;

/** The policies that can be assigned to users and groups, by name. */
export const policiesQuery = queryOptions({
  queryKey: policyKeys.list,
  queryFn: ({ signal }) => call(listPolicies, { query: { limit: POLICY_LIMIT } }, { signal }),
  meta: { errors: 'screen' },
});
