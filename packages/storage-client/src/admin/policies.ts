import { StorageRequestError } from '../errors.ts';
import type { AdminTransport } from './admin-transport.ts';
import type { Abortable, PolicyAssociation, PolicyOperations } from './types.ts';
import { splitPolicies } from './users.ts';

interface UserPolicies extends Abortable {
  readonly accessKey: string;
  readonly policies: readonly string[];
}

/** Codes by which servers say that they do not know a call. */
const UNKNOWN_CALL = new Set([
  'BadRequest',
  'MethodNotAllowed',
  'NotFound',
  'NotImplemented',
  'XMinioAdminVersionMismatch',
]);

export function policyOperations(transport: AdminTransport): PolicyOperations {
  return {
    async setPolicyForUser(call) {
      try {
        await replacePolicies(transport, call);
      } catch (error) {
        if (!(error instanceof StorageRequestError && UNKNOWN_CALL.has(error.code))) {
          throw error;
        }
        await attachAndDetach(transport, call);
      }
    },

    async addCannedPolicy({ name, policy, signal }) {
      const path = 'add-canned-policy';
      await transport.run({ method: 'PUT', path, query: { name }, body: policy, signal });
    },

    async getCannedPolicy({ name, signal }) {
      const path = 'info-canned-policy';
      const json = await transport.readJson({
        method: 'GET',
        path,
        query: { name, v: '2' },
        signal,
      });
      // Older servers send the document alone.
      return json.has('Policy') ? json.raw('Policy') : json.all();
    },

    async getCannedPolicyInfo({ name, signal }) {
      const path = 'info-canned-policy';
      const query = { name, v: '2' };
      const json = await transport.readJson({ method: 'GET', path, query, signal });
      if (!json.has('Policy')) return { policy: json.all() };
      const [createdAt, updatedAt] = [json.time('CreateDate'), json.time('UpdateDate')];
      return { policy: json.raw('Policy'), createdAt, updatedAt };
    },

    async removeCannedPolicy({ name, signal }) {
      const path = 'remove-canned-policy';
      await transport.run({ method: 'DELETE', path, query: { name }, signal });
    },

    async attachPolicy(call) {
      await associate(transport, 'attach', call);
    },

    async detachPolicy(call) {
      await associate(transport, 'detach', call);
    },

    async listCannedPolicies(call = {}) {
      const path = 'list-canned-policies';
      const json = await transport.readJson({ method: 'GET', path, ...call });
      return json.all();
    },
  };
}

/** A policy that is there already, or gone already, is as it is wished. */
async function associate(
  transport: AdminTransport,
  operation: 'attach' | 'detach',
  { policy, kind, name, signal }: PolicyAssociation,
): Promise<void> {
  try {
    await transport.run({
      method: 'POST',
      path: `idp/builtin/policy/${operation}`,
      body: JSON.stringify({ policies: [policy], [kind]: name }),
      encrypt: true,
      signal,
    });
  } catch (error) {
    const applied = 'XMinioAdminPolicyChangeAlreadyApplied';
    if (!(error instanceof StorageRequestError && error.code === applied)) throw error;
  }
}

/** The older call: sets all policies at once. */
async function replacePolicies(
  transport: AdminTransport,
  { accessKey, policies, signal }: UserPolicies,
): Promise<void> {
  await transport.run({
    method: 'PUT',
    path: 'set-user-or-group-policy',
    query: { policyName: policies.join(','), userOrGroup: accessKey, isGroup: 'false' },
    signal,
  });
}

/** What servers offer that have dropped the older call: changes against what the user has. */
async function attachAndDetach(
  transport: AdminTransport,
  { accessKey, policies, signal }: UserPolicies,
): Promise<void> {
  const user = await transport.readJson({
    method: 'GET',
    path: 'user-info',
    query: { accessKey },
    signal,
  });
  const current = splitPolicies(user.text('policyName'));
  const missing = policies.filter((name) => !current.includes(name));
  const surplus = current.filter((name) => !policies.includes(name));
  // First attach, so that the user is never without rights in between.
  for (const [operation, names] of [
    ['attach', missing],
    ['detach', surplus],
  ] as const) {
    if (names.length > 0) {
      await transport.run({
        method: 'POST',
        path: `idp/builtin/policy/${operation}`,
        body: JSON.stringify({ policies: names, user: accessKey }),
        encrypt: true,
        signal,
      });
    }
  }
}
