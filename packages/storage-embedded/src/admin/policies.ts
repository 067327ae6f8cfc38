import { isCannedPolicy } from '@stowage/domain/canned-policies';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredPolicy } from '../auth/policy-store.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter } from './payloads.ts';
import { parseNamedPolicy } from './policy-documents.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_NAME = 128;

export const addPolicy: Operation = {
  name: 'AddCannedPolicy',
  action: 'admin:CreatePolicy',
  run: async (request) => {
    const name = parameter(request, 'name');
    if (name.length > MAX_NAME || name.trim() !== name || /[,\p{Cc}]/u.test(name)) {
      throw new S3Error('XMinioAdminInvalidArgument', 'The name of the policy is not valid.');
    }
    const text = Buffer.from(await request.payload.read(MAX_BODY_BYTES)).toString('utf8');
    const policy = parseNamedPolicy(text);
    const { identities } = request.store;
    await identities.inTurn(() => identities.policies.put(name, policy));
    return emptyReply();
  },
};

export const removePolicy: Operation = {
  name: 'RemoveCannedPolicy',
  action: 'admin:DeletePolicy',
  run: async (request) => {
    const name = parameter(request, 'name');
    if (isCannedPolicy(name)) {
      throw new S3Error('XMinioAdminInvalidArgument', `The built-in policy '${name}' must stay.`);
    }
    const { identities } = request.store;
    await identities.inTurn(async () => {
      const holders = [...identities.users.values(), ...identities.groups.list()];
      if (holders.some(({ policies }) => policies.includes(name))) {
        throw new S3Error('XMinioIAMPolicyInUse');
      }
      await identities.policies.remove(name);
    });
    return emptyReply();
  },
};

export const listPolicies: Operation = {
  name: 'ListCannedPolicies',
  action: 'admin:ListUserPolicies',
  run: (request) => {
    const policies = [...request.store.identities.policies.list()].map(([name, { document }]) => [
      name,
      document,
    ]);
    return jsonReply(Object.fromEntries(policies));
  },
};

export const getPolicy: Operation = {
  name: 'InfoCannedPolicy',
  action: 'admin:GetPolicy',
  run: (request) => {
    const name = parameter(request, 'name');
    const policy = request.store.identities.requirePolicy(name);
    return jsonReply(request.query.get('v') === '2' ? policyInfo(name, policy) : policy.document);
  },
};

/** MinIO's PolicyInfo. */
function policyInfo(name: string, { document, createdAt, updatedAt }: StoredPolicy): object {
  return {
    PolicyName: name,
    Policy: document,
    ...(createdAt === undefined ? {} : { CreateDate: new Date(createdAt).toISOString() }),
    ...(updatedAt === undefined ? {} : { UpdateDate: new Date(updatedAt).toISOString() }),
  };
}
