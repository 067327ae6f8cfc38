import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Group } from '../auth/group-store.ts';
import type { Identities } from '../auth/identities.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { checkNewName, refuseRoot } from './names.ts';
import { isTextList, parameter, readJson } from './payloads.ts';

const MAX_MEMBERS = 10_000;

/** Adds users to a group, creating it if necessary, or removes them from it. */
export const updateGroupMembers: Operation = {
  name: 'UpdateGroupMembers',
  action: 'admin:AddUserToGroup',
  run: async (request) => {
    const { group, members, isRemove } = await readJson(request);
    const names = members ?? [];
    if (typeof group !== 'string' || group === '' || !isTextList(names)) {
      throw new S3Error('XMinioAdminInvalidArgument');
    }
    for (const member of names) {
      refuseRoot(request, member);
    }
    const { identities } = request.store;
    await identities.inTurn(() =>
      isRemove === true
        ? removeMembers(identities, group, names)
        : addMembers(identities, group, names),
    );
    return emptyReply();
  },
};

export const getGroup: Operation = {
  name: 'GetGroup',
  action: 'admin:GetGroup',
  run: (request) => {
    const group = request.store.identities.requireGroup(parameter(request, 'group'));
    return jsonReply(groupInfo(group));
  },
};

export const listGroups: Operation = {
  name: 'ListGroups',
  action: 'admin:ListGroups',
  run: ({ store }) => jsonReply([...store.identities.groups.list()].map(({ name }) => name)),
};

export const setGroupStatus: Operation = {
  name: 'SetGroupStatus',
  action: 'admin:EnableGroup',
  run: async (request) => {
    const name = parameter(request, 'group');
    const status = parameter(request, 'status');
    if (status !== 'enabled' && status !== 'disabled') {
      throw new S3Error('XMinioAdminInvalidArgument');
    }
    const { identities } = request.store;
    await identities.inTurn(async () => {
      const group = identities.requireGroup(name);
      await identities.groups.put({ ...group, enabled: status === 'enabled' });
    });
    return emptyReply();
  },
};

async function addMembers(
  identities: Identities,
  name: string,
  members: readonly string[],
): Promise<void> {
  const current = identities.groups.get(name) ?? newGroup(name);
  for (const member of members) {
    identities.requireUser(member);
  }
  const all = [...new Set([...current.members, ...members])];
  if (all.length > MAX_MEMBERS) {
    throw new S3Error('XMinioAdminInvalidArgument', `A group has at most ${MAX_MEMBERS} members.`);
  }
  await identities.groups.put({ ...current, members: all });
}

/** Without members to remove, the group itself is deleted; it must be empty. */
async function removeMembers(
  identities: Identities,
  name: string,
  members: readonly string[],
): Promise<void> {
  for (const member of members) {
    identities.requireUser(member);
  }
  const current = identities.requireGroup(name);
  if (members.length > 0) {
    const leaving = new Set(members);
    const rest = current.members.filter((member) => !leaving.has(member));
    await identities.groups.put({ ...current, members: rest });
    return;
  }
  if (current.members.length > 0) {
    throw new S3Error('XMinioAdminGroupNotEmpty');
  }
  await identities.groups.remove(name);
}

function newGroup(name: string): Omit<Group, 'updatedAt'> {
  if (/[=,]/.test(name)) {
    throw new S3Error('XMinioInvalidGroupName');
  }
  checkNewName(name);
  return { name, enabled: true, members: [], policies: [] };
}

/** MinIO's GroupDesc. A disabled group grants no policies, so none are shown. */
function groupInfo({ name, enabled, members, policies, updatedAt }: Group): object {
  return {
    name,
    status: enabled ? 'enabled' : 'disabled',
    members,
    policy: enabled ? policies.join(',') : '',
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
