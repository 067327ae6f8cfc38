import type { ExternalIdentity } from '../auth/external-identity.ts';

/** In characters: it travels with every request of a session, in a header. */
export const MAX_IDENTITY_LENGTH = 8192;

/** Whether what a provider says of somebody is more than a session can carry. */
export function isTooLong(identity: ExternalIdentity): boolean {
  return JSON.stringify(identity).length > MAX_IDENTITY_LENGTH;
}
