import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Identities } from '../auth/identities.ts';
import { changedUser } from '../auth/user.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { refuseRoot } from './names.ts';
import { parameter } from './payloads.ts';
import { associate, associationReply, readAssociation } from './policy-association.ts';

/** A user or a group, by name. */
interface Entity {
  readonly isGroup: boolean;
  readonly name: string;
}

/** Replaces all policies of a user or group. */
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
  run: (request) => change(request, true),
};

export const detachPolicies: Operation = {
  name: 'DetachPolicy',
  action: attachAction,
  run: (request) => change(request, false),
};

/** Returns the right to check, for which MinIO also has a newer name. */
function attachAction(request: ApiRequest): string {
  return request.allows('admin:UpdatePolicyAssociation')
    ? 'admin:UpdatePolicyAssociation'
    : 'admin:AttachUserOrGroupPolicy';
}

async function change(request: ApiRequest, attach: boolean): Promise<Reply> {
  const { kind, name, policies } = await readAssociation(request);
  const entity = { isGroup: kind === 'group', name };
  if (!entity.isGroup) {
    refuseRoot(request, name);
  }
  const { identities } = request.store;
  const changed = await identities.inTurn(async () => {
    const current = policiesOf(identities, entity);
    if (entity.isGroup && !identities.requireGroup(name).enabled) {
      throw new S3Error('XMinioAdminGroupDisabled');
    }
    const association = associate(identities, current, policies, attach);
    await putPolicies(identities, entity, association.next);
    return association.changed;
  });
  return associationReply(request, changed, attach);
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
