import type { AdminTransport } from './admin-transport.ts';
import type { GroupOperations } from './types-targets.ts';

export function groupOperations(transport: AdminTransport): GroupOperations {
  return {
    async listPolicyMappings({ policy, signal } = {}) {
      const json = await transport.readEncryptedJson({
        method: 'GET',
        path: 'idp/builtin/policy-entities',
        ...(policy !== undefined && { query: { policy } }),
        signal,
      });
      return json.objects('policyMappings').map((mapping) => ({
        policy: mapping.text('policy'),
        users: mapping.texts('users'),
        groups: mapping.texts('groups'),
      }));
    },

    async getGroup({ group, signal }) {
      const json = await transport.readJson({
        method: 'GET',
        path: 'group',
        query: { group },
        signal,
      });
      return {
        status: json.text('status') === 'disabled' ? 'disabled' : 'enabled',
        members: json.texts('members'),
      };
    },
  };
}
