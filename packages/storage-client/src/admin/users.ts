import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { UserInfo, UserOperations } from './types.ts';

export function userOperations(transport: AdminTransport): UserOperations {
  return {
    async addUser({ accessKey, secretKey, status = 'enabled', signal }) {
      await transport.run({
        method: 'PUT',
        path: 'add-user',
        query: { accessKey },
        body: JSON.stringify({ secretKey, status }),
        encrypt: true,
        signal,
      });
    },

    async removeUser({ accessKey, signal }) {
      const path = 'remove-user';
      await transport.run({ method: 'DELETE', path, query: { accessKey }, signal });
    },

    async setUserStatus({ accessKey, status, signal }) {
      const path = 'set-user-status';
      await transport.run({ method: 'PUT', path, query: { accessKey, status }, signal });
    },

    async listUsers(call = {}) {
      const path = 'list-users';
      const json = await transport.readEncryptedJson({ method: 'GET', path, ...call });
      return json.entries().map(([accessKey, user]) => readUser(accessKey, user));
    },

    async getUser({ accessKey, signal }) {
      const path = 'user-info';
      const call = { method: 'GET', path, query: { accessKey }, signal } as const;
      return readUser(accessKey, await transport.readJson(call));
    },
  };
}

function readUser(accessKey: string, json: JsonObject): UserInfo {
  return {
    accessKey,
    status: json.text('status') === 'disabled' ? 'disabled' : 'enabled',
    policies: splitPolicies(json.text('policyName')),
    memberOf: json.texts('memberOf'),
    updatedAt: json.time('updatedAt'),
    createdAt: json.time('createdAt'),
    lastUsed: json.time('lastUsed'),
  };
}

/** Splits policy names, which the Admin API joins with commas. */
export function splitPolicies(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
