import { listPolicies } from '@stowage/contract/identity/policies';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { policyKeys } from './policy-keys.ts';

/** So many policies are listed at most (POLICY-09). */
export const POLICY_LIMIT = 1000;

/** The policies that users and groups may be given, by name. */
export const policiesQuery = queryOptions({
  queryKey: policyKeys.list,
  queryFn: ({ signal }) => call(listPolicies, { query: { limit: POLICY_LIMIT } }, { signal }),
  meta: { errors: 'screen' },
});
