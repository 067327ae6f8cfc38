import { useSession } from '#web/entities/session/session.ts';
import { storedUsername } from '#web/entities/session/stored-session.ts';

/** The name of the own account: as the browser keeps it (USERS-12), or else the session. */
export function useOwnName(): string {
  const { accountName } = useSession();
  return storedUsername() || accountName;
}
