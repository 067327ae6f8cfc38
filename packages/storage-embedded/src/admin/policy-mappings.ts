import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { User } from '../auth/user-store.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, readSealedJson, sealedReply } from './payloads.ts';
import { existingPolicy } from './policies.ts';

/** Replaces all policies of a user. */
export const setPolicies: Operation = {
  name: 'SetPolicyForUserOrGroup',
  action: 'admin:AttachUserOrGroupPolicy',
  run: async (request) => {
    const name = parameter(request, 'userOrGroup');
    if (request.query.get('isGroup') === 'true') {
      throw new S3Error('XMinioAdminNoSuchGroup');
    }
    refuseRoot(request, name);
    const names = (request.query.get('policyName') ?? '')
      .split(',')
      .map((policy) => policy.trim())
      .filter((policy) => policy !== '');
    for (const policy of names) {
      existingPolicy(request, policy);
    }
    await request.store.users.update(name, () => ({ policies: [...new Set(names)] }));
    return emptyReply();
  },
};

export const attachPolicies: Operation = {
  name: 'AttachPolicy',
  action: attachAction,
  run: (request) => associate(request, true),
};

export const detachPolicies: Operation = {
  name: 'DetachPolicy',
  action: attachAction,
  run: (request) => associate(request, false),
};

/** Which policies users have, for all or for the users and policies that are named. */
export const listPolicyEntities: Operation = {
  name: 'ListPolicyMappingEntities',
  action: 'admin:ListUserPolicies',
  run: (request) => {
    const { searchParams } = new URL(request.message.url ?? '/', 'http://store');
    const wantedUsers = new Set(searchParams.getAll('user'));
    const wantedPolicies = new Set(searchParams.getAll('policy'));
    const all = wantedUsers.size === 0 && wantedPolicies.size === 0;
    const users = [...request.store.users.list()].filter(({ policies }) => policies.length > 0);
    const timestamp = new Date().toISOString();
    return sealedReply(request, {
      timestamp,
      userMappings: users
        .filter(({ accessKey }) => all || wantedUsers.has(accessKey))
        .map(({ accessKey, policies }) => ({ user: accessKey, policies })),
      policyMappings: byPolicy(users)
        .filter(([policy]) => all || wantedPolicies.has(policy))
        .map(([policy, names]) => ({ policy, users: names })),
    });
  },
};

function byPolicy(users: readonly User[]): [policy: string, users: string[]][] {
  const mappings = new Map<string, string[]>();
  for (const { accessKey, policies } of users) {
    for (const policy of policies) {
      const names = mappings.get(policy) ?? [];
      names.push(accessKey);
      mappings.set(policy, names);
    }
  }
  return [...mappings].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** MinIO knows a newer name for the same right. */
function attachAction(request: ApiRequest): string {
  return request.allows('admin:UpdatePolicyAssociation')
    ? 'admin:UpdatePolicyAssociation'
    : 'admin:AttachUserOrGroupPolicy';
}

async function associate(request: ApiRequest, attach: boolean): Promise<Reply> {
  const { policies, user, group } = await readSealedJson(request);
  if (typeof group === 'string' && group !== '') {
    throw new S3Error('XMinioAdminNoSuchGroup');
  }
  if (!isTextList(policies) || policies.length === 0 || typeof user !== 'string') {
    throw new S3Error('XMinioAdminInvalidArgument');
  }
  refuseRoot(request, user);
  if (attach) {
    for (const policy of policies) {
      existingPolicy(request, policy);
    }
  }
  let changed: readonly string[] = [];
  await request.store.users.update(user, (current) => {
    changed = [...new Set(policies)].filter((name) => current.policies.includes(name) !== attach);
    if (changed.length === 0) {
      throw new S3Error('XMinioAdminPolicyChangeAlreadyApplied');
    }
    return {
      policies: attach
        ? [...current.policies, ...changed]
        : current.policies.filter((name) => !changed.includes(name)),
    };
  });
  return sealedReply(request, {
    [attach ? 'policiesAttached' : 'policiesDetached']: changed,
    updatedAt: new Date().toISOString(),
  });
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function refuseRoot({ store }: ApiRequest, name: string): void {
  if (name === store.authenticator.root.accessKey) {
    throw new S3Error('XMinioIAMActionNotAllowed');
  }
}
