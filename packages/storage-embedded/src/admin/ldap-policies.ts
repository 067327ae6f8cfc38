import { DirectoryError } from '@stowage/directory/directory-error';
import { normalizeDn } from '@stowage/directory/dn';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';
import { describeFailure } from '../identity-providers/ldap/approve-directory.ts';
import type { EntityKind } from '../identity-providers/ldap/directory-users.ts';
import type { Operation } from '../s3/operation.ts';
import { sealedReply } from './payloads.ts';
import { associate, associationReply, readAssociation } from './policy-association.ts';
import { listAction } from './policy-entities.ts';

const MAX_POLICIES = 1000;

/** Lists which directory users and groups have which policies. */
export const listLdapEntities: Operation = {
  name: 'ListLDAPPolicyMappingEntities',
  action: listAction,
  run: (request) => {
    requireLdap(request);
    const parameters = new URLSearchParams(request.target.rawQuery);
    const named = (kind: string) => parameters.getAll(kind).map((dn) => normalizeDn(dn) ?? dn);
    const [users, groups] = [named('user'), named('group')];
    const policies = new Set(parameters.getAll('policy'));
    const all = users.length + groups.length + policies.size === 0;
    return sealedReply(request, {
      timestamp: new Date().toISOString(),
      ...(users.length > 0 && { userMappings: ofUsers(request, users) }),
      ...(groups.length > 0 && { groupMappings: ofGroups(request, groups) }),
      ...((all || policies.size > 0) && { policyMappings: ofPolicies(request, policies) }),
    });
  },
};

export const attachLdapPolicies: Operation = {
  name: 'AttachPolicyLDAP',
  action: 'admin:UpdatePolicyAssociation',
  run: (request) => change(request, true),
};

export const detachLdapPolicies: Operation = {
  name: 'DetachPolicyLDAP',
  action: 'admin:UpdatePolicyAssociation',
  run: (request) => change(request, false),
};

/**
 * Checks that LDAP is enabled.
 *
 * @throws S3Error XMinioLDAPNotEnabled
 */
export function requireLdap({ store }: ApiRequest): void {
  if (!store.ldap.enabled) {
    throw new S3Error('XMinioLDAPNotEnabled');
  }
}

/**
 * Waits for the directory.
 *
 * @throws S3Error ServiceUnavailable if it cannot be reached
 */
export async function fromDirectory<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DirectoryError
      ? new S3Error('ServiceUnavailable', describeFailure(error))
      : error;
  }
}

function ofUsers({ store }: ApiRequest, names: readonly string[]): object[] {
  const { users } = store.ldap;
  return [...new Set(names)].sort().flatMap((user) => {
    const policies = [...users.policiesOf('user', user)].sort();
    const groups = users.known.get(user)?.groups ?? [];
    const memberOfMappings = ofGroups({ store }, groups);
    const isEmpty = policies.length === 0 && memberOfMappings.length === 0;
    return isEmpty
      ? []
      : [{ user, policies, ...(memberOfMappings.length > 0 && { memberOfMappings }) }];
  });
}

function ofGroups({ store }: Pick<ApiRequest, 'store'>, names: readonly string[]): object[] {
  return [...new Set(names)].sort().flatMap((group) => {
    const policies = [...store.ldap.users.policiesOf('group', group)].sort();
    return policies.length === 0 ? [] : [{ group, policies }];
  });
}

/** @param wanted empty for all policies */
function ofPolicies({ store }: ApiRequest, wanted: ReadonlySet<string>): object[] {
  const found = new Map<string, Record<EntityKind, string[]>>();
  for (const kind of ['user', 'group'] as const) {
    for (const [dn, { policies }] of store.ldap.users.mappings(kind)) {
      for (const policy of policies.filter((name) => wanted.size === 0 || wanted.has(name))) {
        const holders = found.get(policy) ?? { user: [], group: [] };
        holders[kind].push(dn);
        found.set(policy, holders);
      }
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([policy, { user, group }]) => ({ policy, users: user.sort(), groups: group.sort() }));
}

async function change(request: ApiRequest, attach: boolean): Promise<Reply> {
  requireLdap(request);
  const { kind, name, policies } = await readAssociation(request);
  const dn = await requireEntity(request, kind, name, attach);
  const { identities, ldap } = request.store;
  const changed = await identities.inTurn(async () => {
    const current = ldap.users.policiesOf(kind, dn);
    const association = associate(identities, current, policies, attach);
    if (association.next.length > MAX_POLICIES) {
      throw new S3Error('XMinioAdminInvalidArgument', `At most ${MAX_POLICIES} policies.`);
    }
    await ldap.users.setPolicies(kind, dn, association.next);
    return association.changed;
  });
  return associationReply(request, changed, attach);
}

/**
 * Returns the DN under which an entity has its policies. An entity that has left the directory or
 * cannot be looked up can still lose policies: revoking rights must not depend on the directory.
 *
 * @throws S3Error XMinioAdminNoSuchUser, XMinioAdminNoSuchGroup, ServiceUnavailable
 */
async function requireEntity(
  { store }: ApiRequest,
  kind: EntityKind,
  name: string,
  attach: boolean,
): Promise<string> {
  const written = normalizeDn(name);
  if (!attach && written !== undefined && store.ldap.users.policiesOf(kind, written).length > 0) {
    return written;
  }
  const dn = await fromDirectory(store.ldap.findDn(kind, name));
  if (dn === undefined) {
    throw new S3Error(kind === 'user' ? 'XMinioAdminNoSuchUser' : 'XMinioAdminNoSuchGroup');
  }
  return dn;
}
