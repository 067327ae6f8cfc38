import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Identities } from '../auth/identities.ts';
import { changedUser } from '../auth/user.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { refuseRoot } from './names.ts';
import {
  isTextList,
  type JsonObject,
  parameter,
  readSealedJson,
  sealedOutcome,
} from './payloads.ts';

/** A user or a group, by name. */
interface Entity {
  readonly isGroup: boolean;
  readonly name: string;
}

/** Replaces all policies of a user or a group. */
export const setPolicies: Operation = {
  name: 'SetPolicyForUserOrGroup',
  action: 'admin:AttachUserOrGroupPolicy',
  run: async (request) => {
    const isGroup = request.query.get('isGroup') === 'true';
    const entity = { isGroup, name: parameter(request, 'userOrGroup') };
    if (!isGroup) {
      refuseRoot(request, entity.name);
    }
    const names = (request.query.get('policyName') ?? '')
      .split(',')
      .map((policy) => policy.trim())
      .filter((policy) => policy !== '');
    const { identities } = request.store;
    await identities.inTurn(async () => {
      policiesOf(identities, entity);
      for (const policy of names) {
        identities.requirePolicy(policy);
      }
      await putPolicies(identities, entity, [...new Set(names)]);
    });
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

/** MinIO knows a newer name for the same right. */
function attachAction(request: ApiRequest): string {
  return request.allows('admin:UpdatePolicyAssociation')
    ? 'admin:UpdatePolicyAssociation'
    : 'admin:AttachUserOrGroupPolicy';
}

async function associate(request: ApiRequest, attach: boolean): Promise<Reply> {
  const { policies, ...names } = await readSealedJson(request);
  const entity = readEntity(names);
  if (!isTextList(policies) || policies.length === 0 || policies.includes('')) {
    throw new S3Error('XMinioAdminInvalidArgument');
  }
  if (!entity.isGroup) {
    refuseRoot(request, entity.name);
  }
  const { identities } = request.store;
  const changed = await identities.inTurn(() => change(identities, entity, policies, attach));
  return sealedOutcome(request, {
    [attach ? 'policiesAttached' : 'policiesDetached']: changed,
    updatedAt: new Date().toISOString(),
  });
}

/** Exactly one of the two must be named. */
function readEntity({ user = '', group = '' }: JsonObject): Entity {
  const name = user === '' ? group : user;
  if (typeof name !== 'string' || name === '' || (user !== '' && group !== '')) {
    throw new S3Error('XMinioAdminInvalidArgument');
  }
  return { isGroup: user === '', name };
}

/** @returns the policies that were not there before, or not gone */
async function change(
  identities: Identities,
  entity: Entity,
  policies: readonly string[],
  attach: boolean,
): Promise<readonly string[]> {
  const current = policiesOf(identities, entity);
  if (entity.isGroup && !identities.requireGroup(entity.name).enabled) {
    throw new S3Error('XMinioAdminGroupDisabled');
  }
  const changed = [...new Set(policies)].filter((name) => current.includes(name) !== attach);
  if (attach) {
    for (const policy of changed) {
      identities.requirePolicy(policy);
    }
  }
  if (changed.length === 0) {
    throw new S3Error('XMinioAdminPolicyChangeAlreadyApplied');
  }
  const next = attach
    ? [...current, ...changed]
    : current.filter((name) => !changed.includes(name));
  await putPolicies(identities, entity, next);
  return changed;
}

function policiesOf(identities: Identities, { isGroup, name }: Entity): readonly string[] {
  return (isGroup ? identities.requireGroup(name) : identities.requireUser(name)).policies;
}

async function putPolicies(
  identities: Identities,
  { isGroup, name }: Entity,
  policies: readonly string[],
): Promise<void> {
  if (isGroup) {
    await identities.groups.put({ ...identities.requireGroup(name), policies });
  } else {
    await identities.users.put(name, changedUser(identities.requireUser(name), { policies }));
  }
}
