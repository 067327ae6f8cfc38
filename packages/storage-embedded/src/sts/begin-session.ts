import type { NewSession, TemporaryCredentials } from '../auth/session-tokens.ts';
import type { Store } from '../store.ts';

/**
 * Makes a session and remembers that it was given.
 *
 * @param describe is asked once nothing else changes identities; what it throws is thrown
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
