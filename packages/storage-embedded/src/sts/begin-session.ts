import type { NewSession, TemporaryCredentials } from '../auth/session-tokens.ts';
import type { Store } from '../store.ts';

/**
 * Creates a session and stores it.
 *
 * @param describe called while nothing else changes identities; its errors are passed on
 */
export function beginSession(
  { identities, tokens }: Store,
  describe: () => NewSession | Promise<NewSession>,
): Promise<TemporaryCredentials> {
  return identities.inTurn(async () => {
    const described = await describe();
    const credentials = tokens.issue(described, identities.sessions.beginning(described));
    const { secretKey: _, sessionToken: __, generation: ___, ...session } = credentials;
    await identities.sessions.add(session);
    return credentials;
  });
}
