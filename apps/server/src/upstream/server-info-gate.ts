import type { ServerInfo } from '@stowage/storage-client/admin';
import type { Session } from '../sessions/session.ts';
import type { StorageAccess } from './storage.ts';

const KEEP_MS = 30_000;
const MAX_KEPT = 500;

/** Who may see what the console itself has kept of the storage server: whoever that server tells of itself. */
export interface ServerInfoGate {
  /**
   * What the server tells now. While a dashboard asks for it, its widgets need not ask whether they may.
   * @throws what the storage client throws
   */
  read(session: Session, signal: AbortSignal): Promise<ServerInfo>;
  /**
   * Returns for a session that may. A refusal is asked anew every time; a permission holds for half a
   * minute, since a dashboard has thirty widgets.
   * @throws what the storage client throws
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
      // Not with the signal of one call: others may wait for the same answer.
      await note(session, storage.clientsOf(session).admin.serverInfo());
    },
  };
}
