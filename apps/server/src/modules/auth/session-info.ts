import type { SessionInfo } from '@stowage/contract/auth';
import { PAGES } from '@stowage/contract/pages';
import { couldAllow, type PolicyDocument } from '@stowage/domain/policy';
import type { Account } from '../../upstream/account.ts';

/** The pages that have a screen and that the policies open. */
function pagesFor(policies: readonly PolicyDocument[]): string[] {
  return PAGES.filter(
    ({ ready, mode, anyOf }) =>
      ready && mode !== 'operator' && (anyOf.length === 0 || couldAllow(policies, anyOf)),
  ).map(({ pattern }) => pattern);
}

/** What the browser may know about its session. */
export function presentSession(
  { name, policy }: Account,
  facts: Pick<SessionInfo, 'distributedMode' | 'storageHost' | 'uploads' | 'downloads' | 'endsIn'>,
): SessionInfo {
  return {
    status: 'ok',
    pages: pagesFor(policy.documents),
    features: [],
    operator: false,
    policy: { version: policy.version, statement: [...policy.statements] },
    accountName: name,
    ...facts,
  };
}
