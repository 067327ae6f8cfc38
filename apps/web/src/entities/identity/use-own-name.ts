import { useSession } from '#web/entities/session/session.ts';
import { storedUsername } from '#web/entities/session/stored-session.ts';

/**
 * Returns the name of the own account: as stored by the browser (USERS-12), otherwise from the
 * session.
 */
export function useOwnName(): string {
  const { accountName, loginName } = useSession();
  // A provider or directory user may have the same name as a user of the store.
  return loginName === undefined ? storedUsername() || accountName : accountName;
}
