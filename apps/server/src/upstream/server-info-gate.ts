import type { Session } from '../sessions/session.ts';
import type { StorageAccess } from './storage.ts';

const KEEP_MS = 30_000;
const MAX_KEPT = 500;

/**
 * Whether a session may see what the console itself has kept of the storage server: the server is
 * asked for what it tells with the same right. A refusal is asked anew every time; a permission
 * holds for half a minute, since a dashboard has thirty widgets.
 */
export function serverInfoGate(storage: Pick<StorageAccess, 'clientsOf'>, now = Date.now) {
  const passed = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>();
  /** @throws what the storage client throws */
  return async (session: Session): Promise<void> => {
    const known = passed.get(session.key);
    if (known && known.until > now()) {
      await known.answer;
      return;
    }
    // Not with the signal of one call: others may wait for the same answer.
    const answer = storage.clientsOf(session).admin.serverInfo();
    passed.delete(session.key);
    passed.set(session.key, { until: now() + KEEP_MS, answer });
    const [oldest] = passed.keys();
    if (passed.size > MAX_KEPT && oldest !== undefined) passed.delete(oldest);
    try {
      await answer;
    } catch (error) {
      passed.delete(session.key);
      throw error;
    }
  };
}
