import type { AdminTransport } from './admin-transport.ts';
import { readPolicyMapping } from './groups.ts';
import { unlessApplied } from './policies.ts';
import type { LdapOperations, LdapPolicyChange } from './types-ldap.ts';

export function ldapOperations(transport: AdminTransport): LdapOperations {
  const change =
    (operation: 'attach' | 'detach') =>
    ({ kind, name, policies, signal }: LdapPolicyChange) =>
      unlessApplied(
        transport.run({
          method: 'POST',
          path: `idp/ldap/policy/${operation}`,
          body: JSON.stringify({ policies, [kind]: name }),
          encrypt: true,
          signal,
        }),
      );
  return {
    async listLdapPolicyMappings({ policy, signal } = {}) {
      const json = await transport.readEncryptedJson({
        method: 'GET',
        path: 'idp/ldap/policy-entities',
        ...(policy !== undefined && { query: { policy } }),
        signal,
      });
      return json.objects('policyMappings').map(readPolicyMapping);
    },
    attachLdapPolicies: change('attach'),
    detachLdapPolicies: change('detach'),
  };
}
