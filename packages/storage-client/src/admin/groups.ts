import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { Abortable } from './types.ts';
import type { GroupOperations, PolicyMapping } from './types-groups.ts';
import { splitPolicies } from './users.ts';

interface MemberChange extends Abortable {
  readonly group: string;
  readonly members: readonly string[];
  readonly isRemove: boolean;
}

export function groupOperations(transport: AdminTransport): GroupOperations {
  const readEntities = (query?: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    transport.readEncryptedJson({
      method: 'GET',
      path: 'idp/builtin/policy-entities',
      ...(query && { query }),
      signal,
    });

  async function changeMembers({ signal, ...change }: MemberChange): Promise<void> {
    const path = 'update-group-members';
    const body = JSON.stringify({ groupStatus: 'enabled', ...change });
    await transport.run({ method: 'PUT', path, body, signal });
  }

  return {
    async listPolicyMappings({ policy, signal } = {}) {
      const json = await readEntities(policy === undefined ? undefined : { policy }, signal);
      return json.objects('policyMappings').map(readPolicyMapping);
    },

    async listPoliciesOfUser({ accessKey, signal }) {
      const json = await readEntities({ user: accessKey }, signal);
      const mappings = json.objects('userMappings');
      return {
        policies: mappings.flatMap((mapping) => mapping.texts('policies')),
        groups: mappings.flatMap((mapping) => mapping.objects('memberOfMappings').map(readMapping)),
      };
    },

    async listPoliciesOfGroup({ group, signal }) {
      const json = await readEntities({ group }, signal);
      return json.objects('groupMappings').flatMap((mapping) => mapping.texts('policies'));
    },

    listGroups: (call = {}) => transport.readTextList({ method: 'GET', path: 'groups', ...call }),

    async getGroup({ group, signal }) {
      const call = { method: 'GET', path: 'group', query: { group }, signal } as const;
      const json = await transport.readJson(call);
      return {
        status: json.text('status') === 'disabled' ? 'disabled' : 'enabled',
        members: json.texts('members'),
        policies: splitPolicies(json.text('policy')),
      };
    },

    addToGroup: (call) => changeMembers({ ...call, isRemove: false }),

    async removeFromGroup(call) {
      // Without members, the server would remove the group itself.
      if (call.members.length > 0) await changeMembers({ ...call, isRemove: true });
    },

    removeGroup: (call) => changeMembers({ ...call, members: [], isRemove: true }),

    async setGroupStatus({ group, status, signal }) {
      const path = 'set-group-status';
      await transport.run({ method: 'PUT', path, query: { group, status }, signal });
    },
  };
}

/** Reads who has a policy, in the form common to both lists of entities. */
export function readPolicyMapping(json: JsonObject): PolicyMapping {
  return { policy: json.text('policy'), users: json.texts('users'), groups: json.texts('groups') };
}

function readMapping(json: JsonObject) {
  return { group: json.text('group'), policies: json.texts('policies') };
}
