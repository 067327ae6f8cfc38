import type * as contract from '@stowage/contract/identity/service-accounts';
import { SERVICE_ACCOUNT_LIMITS } from '@stowage/contract/identity/service-accounts';
import { isDirectoryName } from '@stowage/domain/principal-names';
import type {
  ServiceAccountInfo,
  ServiceAccountDetails as Told,
} from '@stowage/storage-client/admin';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import type { ServiceAccountPort } from './ports.ts';
import { explained } from './refusals.ts';

const NO_USER = 'XMinioAdminNoSuchUser';

type Keys = Partial<Pick<contract.NewServiceAccountWithKeys, 'accessKey' | 'secretKey'>>;

/** The owner of the service accounts; the caller if no user is named. */
export interface Owner {
  readonly user?: string | undefined;
  readonly signal: AbortSignal;
}

export async function listServiceAccounts(
  admin: ServiceAccountPort,
  owner: Owner,
): Promise<contract.ServiceAccount[]> {
  const accounts = await explained(admin.listServiceAccounts(owner));
  if (accounts.length === 0) await requireUser(admin, owner);
  return accounts.map(presentAccount).sort(byAccessKey);
}

/** Servers give the same response for an unknown user as for one without service accounts. */
async function requireUser(admin: ServiceAccountPort, { user, signal }: Owner): Promise<void> {
  if (user === undefined || isDirectoryName(user)) return;
  try {
    await unlessDenied(admin.getUser({ accessKey: user, signal }));
  } catch (cause) {
    if (!hasCode(cause, NO_USER)) throw cause;
    // The server does not list root as a user, yet root has service accounts.
    const all = await unlessDenied(admin.listAllAccounts({ signal }));
    if (all === undefined || all.includes(user)) return;
    const detail = `There is no user '${user}'.`;
    throw new ConsoleError('NotFound', { field: 'user', detail, cause });
  }
}

/** Creates a service account; its secret is in this response only. */
export async function createServiceAccount(
  admin: ServiceAccountPort,
  { user, signal }: Owner,
  asked: contract.NewServiceAccount & Keys,
): Promise<{ accessKey: string; secretKey: string }> {
  const { accessKey, secretKey, expiration, policy } = asked;
  checkLife(expiration);
  const keys = accessKey !== undefined && secretKey !== undefined;
  return explained(
    admin.addServiceAccount({
      user,
      signal,
      keys: keys ? { accessKey, secretKey } : undefined,
      policy: given(policy),
      name: given(asked.name),
      description: given(asked.description),
      expiration: given(expiration),
    }),
  );
}

export async function getServiceAccount(
  admin: ServiceAccountPort,
  { accessKey, signal }: { readonly accessKey: string; readonly signal: AbortSignal },
): Promise<contract.ServiceAccountDetails> {
  return presentDetails(await explained(admin.getServiceAccount({ accessKey, signal })));
}

/**
 * Changes a service account. MinIO drops its policy on every change without one, so the policy is
 * sent along, except where inherited policies restrict the key as well: sending a policy would lift
 * them.
 */
export async function changeServiceAccount(
  admin: ServiceAccountPort,
  { accessKey, signal }: { readonly accessKey: string; readonly signal: AbortSignal },
  {
    revision,
    ...change
  }: contract.ServiceAccountChange & { readonly revision?: string | undefined },
): Promise<contract.ServiceAccountDetails> {
  const { name, description, enabled, expiration } = change;
  const before = await getServiceAccount(admin, { accessKey, signal });
  checkRevision(revision, before.revision);
  checkLife(expiration === before.expiration ? undefined : expiration);
  await explained(
    admin.updateServiceAccount({
      accessKey,
      signal,
      policy: policyToSend(before, change.policy),
      name: name === before.name ? undefined : name,
      description: description === before.description ? undefined : description,
      expiration: expirationToSend(before, expiration),
      enabled,
    }),
  );
  return getServiceAccount(admin, { accessKey, signal });
}

function policyToSend(
  { ownPolicy, policy, inheritedPolicies }: contract.ServiceAccountDetails,
  asked: string | undefined,
): string | null | undefined {
  const now = ownPolicy ? policy : '';
  const same = asked === undefined || compact(asked) === compact(now);
  if (same && inheritedPolicies > 0) return undefined;
  const wanted = asked ?? now;
  return wanted.trim() === '' ? null : wanted;
}

function expirationToSend(
  { expiration: now = '' }: contract.ServiceAccountDetails,
  asked: string | undefined,
): string | null | undefined {
  if (asked === undefined || asked === now) return undefined;
  return asked === '' ? null : asked;
}

function compact(policy: string): string {
  return policy.trim() === '' ? '' : revisionOf(JSON.parse(policy));
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Servers reject it with codes that apply to other fields as well. */
function checkLife(expiration: string | undefined): void {
  if (given(expiration) === undefined) return;
  const { min, max } = SERVICE_ACCOUNT_LIMITS.life;
  const seconds = (Date.parse(expiration ?? '') - Date.now()) / 1000;
  if (seconds >= min && seconds <= max) return;
  const detail = 'A service account expires 15 minutes to 365 days from now.';
  throw new ConsoleError('InvalidInput', { field: 'expiration', detail });
}

function presentAccount(account: ServiceAccountInfo): contract.ServiceAccount {
  const { accessKey, name, description, enabled, expiration, createdAt, lastUsed } = account;
  return {
    accessKey,
    name,
    description,
    enabled,
    ...(expiration !== undefined && { expiration }),
    ...(createdAt !== undefined && { createdAt }),
    ...(lastUsed !== undefined && { lastUsed }),
    ownPolicy: !account.impliedPolicy,
  };
}

function presentDetails(told: Told): contract.ServiceAccountDetails {
  const { parent, policy, inheritedPolicies } = told;
  const state = { ...presentAccount(told), parent, policy, inheritedPolicies };
  // Neither its last use nor its parent's permissions are part of the editable state.
  const { policy: own, lastUsed: _, ...facts } = state;
  return { ...state, revision: revisionOf(told.impliedPolicy ? facts : { ...facts, own }) };
}

function byAccessKey(a: contract.ServiceAccount, b: contract.ServiceAccount): number {
  return a.accessKey < b.accessKey ? -1 : Number(a.accessKey > b.accessKey);
}
