import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { Abortable } from './types.ts';
import type { ServiceAccountInfo, ServiceAccountOperations } from './types-access-keys.ts';

/** MinIO's spelling of 'never' where a time is required. */
const NEVER = '1970-01-01T00:00:00Z';

export function serviceAccountOperations(transport: AdminTransport): ServiceAccountOperations {
  return {
    async addServiceAccount({ user, keys, policy, name, description, expiration, signal }) {
      const body = { targetUser: user, ...keys, policy: asJson(policy), name, description };
      const json = await transport.readEncryptedJson({
        method: 'PUT',
        path: 'add-service-account',
        body: JSON.stringify({ ...body, expiration }),
        encrypt: true,
        signal,
      });
      const credentials = json.object('credentials');
      return { accessKey: credentials.text('accessKey'), secretKey: credentials.text('secretKey') };
    },

    async updateServiceAccount({ accessKey, policy, expiration, enabled, signal, ...rest }) {
      const { name: newName, description: newDescription } = rest;
      const change = {
        newPolicy: policy === null ? null : asJson(policy),
        newName,
        newDescription,
        newExpiration: expiration === null ? NEVER : expiration,
        newStatus: enabled === undefined ? undefined : enabled ? 'on' : 'off',
      };
      await transport.run({
        method: 'POST',
        path: 'update-service-account',
        query: { accessKey },
        body: JSON.stringify(change),
        encrypt: true,
        signal,
      });
    },

    async listServiceAccounts({ user, signal } = {}) {
      const path = 'list-service-accounts';
      const query = user === undefined ? {} : { user };
      const json = await transport.readEncryptedJson({ method: 'GET', path, query, signal });
      return json.objects('accounts').map((account) => readAccount(account));
    },

    async getServiceAccount({ accessKey, signal }) {
      const path = 'info-service-account';
      const query = { accessKey };
      const json = await transport.readEncryptedJson({ method: 'GET', path, query, signal });
      return {
        ...readAccount(json, accessKey),
        policy: json.text('policy'),
        inheritedPolicies: json.number('inheritedPolicies'),
      };
    },

    async deleteServiceAccount({ accessKey, signal }) {
      const path = 'delete-service-account';
      await transport.run({ method: 'DELETE', path, query: { accessKey }, signal });
    },

    async listAllServiceAccounts(call = {}) {
      const json = await listInBulk(transport, 'svcacc-only', call);
      const entries = json
        .entries()
        .map(([parent, keys]) => [
          parent,
          keys.objects('serviceAccounts').map((account) => readAccount(account)),
        ]);
      return Object.fromEntries(entries);
    },

    async listAllAccounts(call = {}) {
      return Object.keys((await listInBulk(transport, 'users-only', call)).all());
    },
  };
}

function listInBulk(
  transport: AdminTransport,
  listType: string,
  call: Abortable,
): Promise<JsonObject> {
  const path = 'list-access-keys-bulk';
  const query = { listType, all: 'true' };
  return transport.readEncryptedJson({ method: 'GET', path, query, ...call });
}

/** Policies are sent as JSON within JSON. */
function asJson(policy: string | undefined): unknown {
  return policy === undefined ? undefined : JSON.parse(policy);
}

function readAccount(json: JsonObject, accessKey = json.text('accessKey')): ServiceAccountInfo {
  const expiration = json.time('expiration');
  return {
    accessKey,
    parent: json.text('parentUser'),
    name: json.text('name'),
    description: json.text('description'),
    enabled: json.text('accountStatus') !== 'off',
    impliedPolicy: json.flag('impliedPolicy'),
    expiration: expiration?.startsWith('1970-01-01T') ? undefined : expiration,
    createdAt: json.time('createdAt'),
    lastUsed: json.time('lastUsed'),
  };
}
