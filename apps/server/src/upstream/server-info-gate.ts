import type { ServerInfo } from '@stowage/storage-client/admin';
import type { Session } from '../sessions/session.ts';
import type { StorageAccess } from './storage.ts';

const KEEP_MS = 30_000;
const MAX_KEPT = 500;

/**
 * Controls access to what the console itself has stored about the storage server: it is for those
 * who may read the server's information.
 */
export interface ServerInfoGate {
  /**
   * Returns the server's current information. While a dashboard requests it, its widgets need no
   * permission check of their own.
   * @throws the storage client's errors
   */
  read(session: Session, signal: AbortSignal): Promise<ServerInfo>;
  /**
   * Returns if the session has permission. A denial is checked again every time; a permission is
   * cached for half a minute, since a dashboard has thirty widgets.
   * @throws the storage client's errors
   */
  check(session: Session): Promise<void>;
}

export function serverInfoGate(
  storage: Pick<StorageAccess, 'clientsOf'>,
  now = Date.now,
): ServerInfoGate {
  const passed = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>();
  const note = async ({ key }: Session, answer: Promise<unknown>) => {
    passed.delete(key);
    passed.set(key, { until: now() + KEEP_MS, answer });
    const [oldest] = passed.keys();
    if (passed.size > MAX_KEPT && oldest !== undefined) passed.delete(oldest);
    try {
      await answer;
    } catch (error) {
      if (passed.get(key)?.answer === answer) passed.delete(key);
      throw error;
    }
  };
  return {
    async read(session, signal) {
      const info = await storage.clientsOf(session).admin.serverInfo({ signal });
      await note(session, Promise.resolve());
      return info;
    },
    async check(session) {
      const known = passed.get(session.key);
      if (known && known.until > now()) {
        await known.answer;
        return;
      }
      // Without the signal of a single call: others may wait for the same response.
      await note(session, storage.clientsOf(session).admin.serverInfo());
    },
  };
}
