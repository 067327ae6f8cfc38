import { useSession } from '#web/entities/session/session.ts';
import { storedUsername } from '#web/entities/session/stored-session.ts';

/** The name of the own account: as the browser keeps it (USERS-12), or else the session. */
export function useOwnName(): string {
  const { accountName, loginName } = useSession();
  // Somebody of a provider or a directory may have the name of a user of the store.
  return loginName === undefined ? storedUsername() || accountName : accountName;
}
