import type { Identities } from '../auth/identities.ts';
import type { ServiceAccount } from '../auth/service-account.ts';
import type { IssuedSession } from '../auth/session-registry.ts';
import type { Store } from '../store.ts';
import { effectivePolicy } from './policy-documents.ts';

/** MinIO's spelling of 'never' where a time is required. */
const NEVER = new Date(0).toISOString();

/** MinIO's InfoServiceAccountResp. */
export function serviceAccountInfo(store: Store, account: ServiceAccount): object {
  const { parent, enabled, name, description, expiresAt, inherited = [] } = account;
  return {
    parentUser: parent,
    accountStatus: enabled ? 'on' : 'off',
    // An addition to MinIO's format: saving the policy shown here would lift the inherited ones.
    ...(inherited.length === 0 ? {} : { inheritedPolicies: inherited.length }),
    ...policyFields(store, account),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(expiresAt === undefined ? {} : { expiration: new Date(expiresAt).toISOString() }),
    ...keyTimes(store.identities, account),
  };
}

/** MinIO's TemporaryAccountInfoResp. */
export function sessionInfo(store: Store, session: IssuedSession): object {
  const { parent, expiresAt } = session;
  return {
    parentUser: parent,
    accountStatus: 'on',
    ...policyFields(store, session),
    expiration: new Date(expiresAt).toISOString(),
  };
}

/** MinIO's ServiceAccountInfo, a list entry. */
export function serviceAccountEntry({ identities }: Store, account: ServiceAccount): object {
  const { accessKey, parent, enabled, name, description, expiresAt, policy } = account;
  return {
    parentUser: parent,
    accountStatus: enabled ? 'on' : 'off',
    impliedPolicy: policy === undefined,
    accessKey,
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    expiration: expiryText(expiresAt),
    ...keyTimes(identities, account),
  };
}

/** Returns a session as an entry of MinIO's lists. */
export function sessionEntry({ accessKey, parent, expiresAt, policy }: IssuedSession): object {
  return {
    parentUser: parent,
    accountStatus: 'on',
    impliedPolicy: policy === undefined,
    accessKey,
    expiration: expiryText(expiresAt),
  };
}

/** Returns when a key was created and last used, as far as known; an addition to MinIO's format. */
export function keyTimes(
  { usage }: Identities,
  { accessKey, createdAt }: Pick<ServiceAccount, 'accessKey' | 'createdAt'>,
): object {
  const lastUsed = usage.lastUsed(accessKey);
  return {
    ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() }),
    ...(lastUsed === undefined ? {} : { lastUsed: new Date(lastUsed).toISOString() }),
  };
}

export function expiryText(expiresAt: number | undefined): string {
  return expiresAt === undefined ? NEVER : new Date(expiresAt).toISOString();
}

/** Returns the policy as text: the account's own, or all of its parent's. */
function policyFields(
  store: Store,
  key: ServiceAccount | IssuedSession,
): { impliedPolicy: boolean; policy: string } {
  const policy = key.policy ?? effectivePolicy(store, key);
  return { impliedPolicy: key.policy === undefined, policy: JSON.stringify(policy, undefined, 1) };
}
