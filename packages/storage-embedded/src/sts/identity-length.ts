import type { ExternalIdentity } from '../auth/external-identity.ts';

/** In characters: the identity is sent in a header with every request of a session. */
export const MAX_IDENTITY_LENGTH = 8192;

/** Whether a provider's claims about a user are too long for a session. */
export function isTooLong(identity: ExternalIdentity): boolean {
  return JSON.stringify(identity).length > MAX_IDENTITY_LENGTH;
}
