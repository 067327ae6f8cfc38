import type { CallInput } from '@stowage/contract/endpoint';
import {
  attachLdapPolicies,
  detachLdapPolicies,
  listLdapEntities,
} from '@stowage/contract/identity/ldap';
import { queryOptions } from '@tanstack/react-query';
import { useIdentityChange } from '#web/entities/identity/api.ts';
import { call } from '#web/lib/api/call.ts';

/** The directory's users and groups that have policies. */
export const ldapEntitiesQuery = queryOptions({
  queryKey: ['identity', 'ldap'],
  queryFn: ({ signal }) => call(listLdapEntities, {}, { signal }),
  select: ({ entities }) => entities,
  meta: { errors: 'screen' },
});

const changes = { shown: () => ldapEntitiesQuery.queryKey };

export function useAttachPolicies() {
  return useIdentityChange(
    (body: CallInput<typeof attachLdapPolicies>['body']) => call(attachLdapPolicies, { body }),
    changes,
  );
}

export function useDetachPolicies() {
  return useIdentityChange(
    (body: CallInput<typeof detachLdapPolicies>['body']) => call(detachLdapPolicies, { body }),
    changes,
  );
}
