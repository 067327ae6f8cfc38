import type { ApiRequest } from '../api-request.ts';
import type { Identities } from '../auth/identities.ts';
import type { Operation } from '../s3/operation.ts';
import { sealedReply } from './payloads.ts';

/** MinIO's GroupPolicyEntities. */
interface GroupMapping {
  readonly group: string;
  readonly policies: readonly string[];
}

/** Lists who has which policies: for the given users, groups and policies, or by policy for all. */
export const listPolicyEntities: Operation = {
  name: 'ListPolicyMappingEntities',
  action: listAction,
  run: (request) => {
    const parameters = new URLSearchParams(request.target.rawQuery);
    const users = new Set(parameters.getAll('user'));
    const groups = new Set(parameters.getAll('group'));
    const policies = new Set(parameters.getAll('policy'));
    const { identities } = request.store;
    const all = users.size + groups.size + policies.size === 0;
    return sealedReply(request, {
      timestamp: new Date().toISOString(),
      ...(users.size === 0 ? {} : { userMappings: ofUsers(identities, users) }),
      ...(groups.size === 0 ? {} : { groupMappings: ofGroups(identities, groups) }),
      ...(all || policies.size > 0 ? { policyMappings: ofPolicies(identities, policies) } : {}),
    });
  },
};

/** Returns the right to check: any of three is sufficient, as in MinIO. */
export function listAction(request: ApiRequest): string {
  const actions = ['admin:ListGroups', 'admin:ListUsers'];
  return actions.find((action) => request.allows(action)) ?? 'admin:ListUserPolicies';
}

function ofUsers(identities: Identities, names: ReadonlySet<string>): object[] {
  return [...names].sort().flatMap((user) => {
    const policies = [...(identities.users.get(user)?.policies ?? [])].sort();
    const memberOf = identities.groups.of(user).map(({ name }) => name);
    const memberOfMappings = ofGroups(identities, new Set(memberOf));
    if (policies.length === 0 && memberOfMappings.length === 0) {
      return [];
    }
    return [{ user, policies, ...(memberOfMappings.length === 0 ? {} : { memberOfMappings }) }];
  });
}

function ofGroups(identities: Identities, names: ReadonlySet<string>): GroupMapping[] {
  return [...names].sort().flatMap((group) => {
    const policies = [...(identities.groups.get(group)?.policies ?? [])].sort();
    return policies.length === 0 ? [] : [{ group, policies }];
  });
}

/** @param wanted empty for all policies */
function ofPolicies(identities: Identities, wanted: ReadonlySet<string>): object[] {
  const mappings = new Map<string, { users: string[]; groups: string[] }>();
  const note = (kind: 'users' | 'groups', name: string, policies: readonly string[]) => {
    for (const policy of policies) {
      if (wanted.size === 0 || wanted.has(policy)) {
        const mapping = mappings.get(policy) ?? { users: [], groups: [] };
        mapping[kind].push(name);
        mappings.set(policy, mapping);
      }
    }
  };
  for (const { accessKey, policies } of identities.users.values()) {
    note('users', accessKey, policies);
  }
  for (const { name, policies } of identities.groups.list()) {
    note('groups', name, policies);
  }
  return [...mappings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([policy, { users, groups }]) => ({
      policy,
      users: users.sort(),
      groups: groups.sort(),
    }));
}
