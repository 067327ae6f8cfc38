import { StorageRequestError } from '../errors.ts';
import type { AdminTransport } from './admin-transport.ts';
import type { Abortable, PolicyAssociation, PolicyOperations } from './types.ts';
import { splitPolicies } from './users.ts';

/** The intended policies of a user or group. */
interface Assignment extends Abortable {
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly policies: readonly string[];
}

/** Error codes for an unknown call. */
const UNKNOWN_CALL = new Set([
  'BadRequest',
  'MethodNotAllowed',
  'NotFound',
  'NotImplemented',
  'XMinioAdminVersionMismatch',
]);

export function policyOperations(transport: AdminTransport): PolicyOperations {
  return {
    setPolicyForUser: ({ accessKey, ...rest }) =>
      assign(transport, { kind: 'user', name: accessKey, ...rest }),

    setPolicyForGroup: ({ group, ...rest }) =>
      assign(transport, { kind: 'group', name: group, ...rest }),

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
      // Older servers send the document only.
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

async function associate(
  transport: AdminTransport,
  operation: 'attach' | 'detach',
  { policy, kind, name, signal }: PolicyAssociation,
): Promise<void> {
  await unlessApplied(
    transport.run({
      method: 'POST',
      path: `idp/builtin/policy/${operation}`,
      body: JSON.stringify({ policies: [policy], [kind]: name }),
      encrypt: true,
      signal,
    }),
  );
}

/** Waits for a change of policies and ignores that it has already been applied. */
export async function unlessApplied(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    const applied = 'XMinioAdminPolicyChangeAlreadyApplied';
    if (!(error instanceof StorageRequestError && error.code === applied)) throw error;
  }
}

/** Assigns exactly these policies to a user or group. */
async function assign(transport: AdminTransport, assignment: Assignment): Promise<void> {
  try {
    await replacePolicies(transport, assignment);
  } catch (error) {
    if (!(error instanceof StorageRequestError && UNKNOWN_CALL.has(error.code))) {
      throw error;
    }
    await attachAndDetach(transport, assignment);
  }
}

/** Uses the older call, which sets all policies at once. */
async function replacePolicies(
  transport: AdminTransport,
  { kind, name, policies, signal }: Assignment,
): Promise<void> {
  const isGroup = String(kind === 'group');
  await transport.run({
    method: 'PUT',
    path: 'set-user-or-group-policy',
    query: { policyName: policies.join(','), userOrGroup: name, isGroup },
    signal,
  });
}

/** For servers that have dropped the older call: applies the difference to the current policies. */
async function attachAndDetach(
  transport: AdminTransport,
  { kind, name, policies, signal }: Assignment,
): Promise<void> {
  const found = await transport.readJson(
    kind === 'user'
      ? { method: 'GET', path: 'user-info', query: { accessKey: name }, signal }
      : { method: 'GET', path: 'group', query: { group: name }, signal },
  );
  const current = splitPolicies(found.text(kind === 'user' ? 'policyName' : 'policy'));
  const missing = policies.filter((policy) => !current.includes(policy));
  const surplus = current.filter((policy) => !policies.includes(policy));
  // Attaches first, so that rights are never missing in between.
  for (const [operation, names] of [
    ['attach', missing],
    ['detach', surplus],
  ] as const) {
    if (names.length > 0) {
      await transport.run({
        method: 'POST',
        path: `idp/builtin/policy/${operation}`,
        body: JSON.stringify({ policies: names, [kind]: name }),
        encrypt: true,
        signal,
      });
    }
  }
}
