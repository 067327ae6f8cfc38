import type { SessionInfo } from '@stowage/contract/auth';
import { LDAP, PAGES } from '@stowage/contract/pages';
import { LOG_SEARCH } from '@stowage/contract/tools/audit';
import { ADMIN_ACTIONS } from '@stowage/domain/actions';
import type { Capabilities } from '@stowage/domain/capabilities';
import { couldAllow, type PolicyDocument } from '@stowage/domain/policy';
import type { Account } from '../../upstream/account.ts';
import type { EffectivePolicy } from '../../upstream/effective-policy.ts';

/** The pages that are implemented, supported by the server and allowed by the policies. */
function pagesFor(
  policies: readonly PolicyDocument[],
  offered: Capabilities,
  features: readonly string[],
): string[] {
  return PAGES.filter(
    ({ ready, mode, needs, feature, anyOf }) =>
      ready &&
      mode !== 'operator' &&
      (needs === undefined || offered[needs]) &&
      (feature === undefined || features.includes(feature)) &&
      (anyOf.length === 0 || couldAllow(policies, anyOf)),
  ).map(({ pattern }) => pattern);
}

/**
 * Presents a statement with the API's field names, which start in lower case, and with arrays for
 * lists.
 */
function presentStatement(statement: EffectivePolicy['statements'][number]) {
  const entries = Object.entries(statement).map(([name, value]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    /^(Not)?(Action|Resource)$/.test(name) ? [value].flat() : value,
  ]);
  return { effect: statement.Effect, ...Object.fromEntries(entries) };
}

/** Presents what the browser may know about its session. */
export function presentSession(
  { name, policy, capabilities }: Account,
  {
    ldap,
    ...facts
  }: Pick<
    SessionInfo,
    | 'distributedMode'
    | 'loginName'
    | 'storageHost'
    | 'uploads'
    | 'downloads'
    | 'endsIn'
    | 'idleSeconds'
    | 'restartNeeded'
  > & { /** Whether the storage server uses a directory. */ readonly ldap: boolean },
): SessionInfo {
  const features = [LOG_SEARCH, ...(ldap ? [LDAP] : [])];
  return {
    status: 'ok',
    pages: pagesFor(policy.documents, capabilities, features),
    features,
    operator: false,
    policy: { version: policy.version, statement: policy.statements.map(presentStatement) },
    allowedActions: ADMIN_ACTIONS.filter((action) => couldAllow(policy.documents, [action])),
    capabilities,
    accountName: name,
    ...facts,
  };
}
