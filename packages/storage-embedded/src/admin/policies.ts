import { isCannedPolicy } from '@stowage/domain/canned-policies';
import { concernsBucket } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredPolicy } from '../auth/policy-store.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { checkNewName } from './names.ts';
import { parameter } from './payloads.ts';
import { parseNamedPolicy } from './policy-documents.ts';

const MAX_BODY_BYTES = 20 * 1024;

export const addPolicy: Operation = {
  name: 'AddCannedPolicy',
  action: 'admin:CreatePolicy',
  run: async (request) => {
    const name = parameter(request, 'name');
    checkNewName(name);
    if (name.includes(',')) {
      throw new S3Error('PolicyInvalidName');
    }
    const text = Buffer.from(await request.payload.read(MAX_BODY_BYTES)).toString('utf8');
    if (text === '') {
      throw new S3Error('MissingContentLength');
    }
    const policy = parseNamedPolicy(text);
    if (policy.Statement.length === 0) {
      throw new S3Error('XMinioAdminInvalidArgument', 'The policy has no statement.');
    }
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
    const { identities, ldap } = request.store;
    await identities.inTurn(async () => {
      if (isCannedPolicy(name) && identities.policies.get(name)?.createdAt === undefined) {
        throw new S3Error('XMinioAdminInvalidArgument', `The built-in policy '${name}' must stay.`);
      }
      const holders = [...identities.users.values(), ...identities.groups.list()];
      if (holders.some(({ policies }) => policies.includes(name)) || ldap.users.uses(name)) {
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
    const bucket = request.query.get('bucket') ?? '';
    const policies = [...request.store.identities.policies.list()]
      .filter(([, { document }]) => bucket === '' || concernsBucket(document, bucket))
      .map(([name, { document }]) => [name, document]);
    return jsonReply(Object.fromEntries(policies));
  },
};

export const getPolicy: Operation = {
  name: 'InfoCannedPolicy',
  action: 'admin:GetPolicy',
  run: (request) => {
    const name = parameter(request, 'name');
    if (name.includes(',')) {
      throw new S3Error('XMinioAdminInvalidRequest', 'Only one policy can be asked for.');
    }
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
