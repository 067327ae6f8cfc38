import * as contract from '@stowage/contract/identity/policies';
import { isCannedPolicy } from '@stowage/domain/canned-policies';
import type { AdminClient, PolicyInfo } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { refusedField } from '../../../changes/refused-field.ts';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { fewNames } from '../../../few-names.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { refuseNotAction } from '../not-action.ts';
import { UNSTORABLE_NAMES } from '../unstorable-names.ts';

type PolicyWriter = Pick<AdminClient, 'getCannedPolicyInfo' | 'addCannedPolicy' | 'serverInfo'>;
type PolicyRemover = Pick<
  AdminClient,
  'getCannedPolicyInfo' | 'removeCannedPolicy' | 'listPolicyMappings'
>;

const NO_POLICY = 'XMinioAdminNoSuchPolicy';
const BAD_NAME = [
  'PolicyInvalidName',
  'XMinioInvalidResource',
  'XMinioAdminResourceInvalidArgument',
  ...UNSTORABLE_NAMES,
];
const BAD_TEXT = [
  'MalformedPolicy',
  'XMinioMalformedIAMPolicy',
  'XMinioAdminInvalidArgument',
  'EntityTooLarge',
  'MissingContentLength',
];
/** MinIO reports an internal error for an attempt to delete a built-in policy. */
const BUILT_IN = ['XMinioAdminInvalidArgument', 'InternalError'];

/** Returns all policies, sorted by name. */
export async function readPolicies(
  admin: Pick<AdminClient, 'listCannedPolicies'>,
  signal: AbortSignal,
): Promise<contract.PolicyEntry[]> {
  const documents = await admin.listCannedPolicies({ signal });
  return Object.entries(documents)
    .map(([name, document]) => ({
      name,
      statements: statementsOf(document).length,
      builtIn: isCannedPolicy(name),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @throws ConsoleError NotFound */
export async function readPolicy(
  admin: Pick<AdminClient, 'getCannedPolicyInfo'>,
  name: string,
  signal: AbortSignal,
): Promise<contract.PolicyDetail> {
  const info = await findPolicy(admin, name, signal);
  if (info === undefined) throw noPolicy(name);
  return {
    name,
    policy: JSON.stringify(info.policy),
    builtIn: isCannedPolicy(name),
    ...(info.createdAt !== undefined && { createdAt: info.createdAt }),
    ...(info.updatedAt !== undefined && { updatedAt: info.updatedAt }),
    revision: policyRevision(info.policy),
  };
}

interface NewPolicy {
  readonly name: string;
  /** JSON. */
  readonly policy: string;
  /** The revision that the caller saw; NO_POLICY to replace none. */
  readonly revision?: string | undefined;
}

/**
 * Creates the policy or replaces the one of that name. Little more than the JSON syntax is checked
 * here: the storage server knows the valid actions and conditions.
 * @throws ConsoleError PolicyExists, ChangedMeanwhile, InvalidInput with the field
 */
export async function writePolicy(
  admin: PolicyWriter,
  { name, policy, revision }: NewPolicy,
  signal: AbortSignal,
): Promise<void> {
  const document = readDocument(policy);
  await refuseNotAction(admin, new Map([[name, document]]), 'policy', signal);
  if (revision !== undefined) {
    const current = await refusedField('name', BAD_NAME, findPolicy(admin, name, signal));
    if (revision === contract.NO_POLICY && current !== undefined) {
      throw new ConsoleError('PolicyExists', { field: 'name' });
    }
    checkRevision(revision, current ? policyRevision(current.policy) : contract.NO_POLICY);
  }
  // Not aborted when the caller disconnects: half a change is of no use.
  const written = refusedField('policy', BAD_TEXT, admin.addCannedPolicy({ name, policy }));
  await refusedField('name', BAD_NAME, written);
}

/** @throws ConsoleError NotFound, ChangedMeanwhile; PolicyInUse, which names the holders */
export async function removePolicy(
  admin: PolicyRemover,
  { name, revision }: Pick<NewPolicy, 'name' | 'revision'>,
  signal: AbortSignal,
): Promise<void> {
  if (revision !== undefined) {
    const current = await findPolicy(admin, name, signal);
    if (current === undefined) throw noPolicy(name);
    checkRevision(revision, policyRevision(current.policy));
  }
  try {
    await admin.removeCannedPolicy({ name });
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    if (cause.code === NO_POLICY) throw noPolicy(name);
    if (cause.code === 'XMinioIAMPolicyInUse') throw await inUse(admin, name, signal);
    if (isCannedPolicy(name) && BUILT_IN.includes(cause.code)) {
      const detail = 'A built-in policy cannot be deleted.';
      throw new ConsoleError('InvalidInput', { field: 'name', detail, cause });
    }
    throw cause;
  }
}

async function findPolicy(
  admin: Pick<AdminClient, 'getCannedPolicyInfo'>,
  name: string,
  signal: AbortSignal,
): Promise<PolicyInfo | undefined> {
  // Servers treat a comma as a separator between names, and reject a request for several.
  if (name.includes(',')) return undefined;
  try {
    return await admin.getCannedPolicyInfo({ name, signal });
  } catch (error) {
    if (hasCode(error, NO_POLICY)) return undefined;
    throw error;
  }
}

function noPolicy(name: string): ConsoleError {
  return new ConsoleError('NotFound', { field: 'name', detail: `There is no policy '${name}'.` });
}

/** @throws ConsoleError InvalidInput if it is not a JSON object */
function readDocument(text: string): object {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const detail = 'The policy must be a JSON object.';
  throw new ConsoleError('InvalidInput', { field: 'policy', detail });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes who has the policy, as far as the caller may know. */
async function inUse(
  admin: Pick<AdminClient, 'listPolicyMappings'>,
  name: string,
  signal: AbortSignal,
): Promise<ConsoleError> {
  try {
    const { users, groups } = await holdersOf(admin, name, signal);
    const parts = [fewNames('Users', users), fewNames('Groups', groups)];
    return new ConsoleError('PolicyInUse', { detail: parts.filter(Boolean).join(' ') });
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    return new ConsoleError('PolicyInUse', { cause });
  }
}

interface Holders {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Returns the users and groups with the policy attached directly. */
async function holdersOf(
  admin: Pick<AdminClient, 'listPolicyMappings'>,
  policy: string,
  signal: AbortSignal,
): Promise<Holders> {
  const mappings = await admin.listPolicyMappings({ policy, signal });
  return mappings.find((mapping) => mapping.policy === policy) ?? { users: [], groups: [] };
}

/**
 * The same for a policy that must exist: servers give the same response for an unknown policy as
 * for one that is not attached.
 * @throws ConsoleError NotFound
 */
export async function holdersOfKnown(
  admin: Pick<AdminClient, 'listPolicyMappings' | 'getCannedPolicyInfo'>,
  name: string,
  signal: AbortSignal,
): Promise<Holders> {
  const holders = await holdersOf(admin, name, signal);
  if (holders.users.length + holders.groups.length > 0) return holders;
  try {
    await unlessDenied(admin.getCannedPolicyInfo({ name, signal }));
  } catch (error) {
    if (hasCode(error, NO_POLICY)) throw noPolicy(name);
    throw error;
  }
  return holders;
}

function statementsOf(document: unknown): readonly unknown[] {
  const { Statement } = (document ?? {}) as { readonly Statement?: unknown };
  return [Statement ?? []].flat();
}

/** The order in which servers list a policy's actions and resources varies. */
function policyRevision(document: unknown): string {
  return revisionOf(inOrder(document));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.every((item) => typeof item === 'string') ? items.sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOrder(item)]));
}
