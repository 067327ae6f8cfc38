import type { OpenSession } from '@stowage/contract/auth';
import type { ListedSession } from '../../sessions/account-sessions.ts';

/** A listed session as the browser sees it; `current` is the key of the caller's own. */
export function presentListed(
  { key, client, createdAt, usedAt }: ListedSession,
  current: string,
): OpenSession {
  return {
    id: key,
    current: key === current,
    ...client,
    createdAt: new Date(createdAt).toISOString(),
    usedAt: new Date(usedAt).toISOString(),
  };
}
