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
    const credentials = tokens.issue(await describe());
    const { secretKey: _, sessionToken: __, generation: ___, ...session } = credentials;
    await identities.sessions.add(session);
    return credentials;
  });
}
