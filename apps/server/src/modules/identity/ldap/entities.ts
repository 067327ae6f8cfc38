import type { LdapEntity, LdapEntityKind } from '@stowage/contract/identity/ldap';
import type { PolicyMapping } from '@stowage/storage-client/admin';
import { byName } from '../identity.ts';

/** Converts the entities of each policy to the policies of each entity: users first, by DN. */
export function entitiesOf(mappings: readonly PolicyMapping[]): readonly LdapEntity[] {
  return [
    ...ofKind(
      'user',
      mappings.map(({ policy, users }) => [policy, users]),
    ),
    ...ofKind(
      'group',
      mappings.map(({ policy, groups }) => [policy, groups]),
    ),
  ];
}

function ofKind(
  kind: LdapEntityKind,
  holders: readonly (readonly [policy: string, dns: readonly string[]])[],
): LdapEntity[] {
  const policiesOf = new Map<string, string[]>();
  for (const [policy, dns] of holders) {
    for (const dn of dns) {
      const policies = policiesOf.get(dn) ?? [];
      policies.push(policy);
      policiesOf.set(dn, policies);
    }
  }
  return [...policiesOf]
    .map(([dn, policies]) => ({ kind, dn, policies: policies.sort(byName) }))
    .sort((a, b) => byName(a.dn, b.dn));
}
