import type { AdminClient, ServerProperties } from '@stowage/storage-client/admin';
import type { Session } from '../sessions/session.ts';
import type { RestartNeedStore } from '../state/restart-need-table.ts';
import type { StorageAccess } from './storage.ts';

/** A page is not kept waiting for a storage server that is slow to tell how long it has been running. */
const PATIENCE_MS = 2000;

/** What waits for a restart of the storage server of a session, whoever has saved it. */
export interface RestartNeeds {
  /** Keeps whether what was just saved waits for a restart, and hands the answer on. */
  note<Effect extends { readonly restart: boolean }>(
    session: Session,
    effect: Effect,
  ): Promise<Effect>;
  /** Whether something waits. In doubt, as while a server does not answer, it still does. */
  isWaiting(session: Session, signal: AbortSignal): Promise<boolean>;
  /** Restarts the server; what was saved before that waits no longer. */
  restart(session: Session, work: () => Promise<void>): Promise<void>;
}

interface RestartNeedParts {
  readonly store: RestartNeedStore;
  readonly storage: Pick<StorageAccess, 'clientsOf'>;
  /** The clock of the state. */
  readonly now: () => number;
}

/** Remembers in the state of the consoles what waits for a restart. */
export function restartNeeds({ store, storage, now }: RestartNeedParts): RestartNeeds {
  async function startedAt(session: Session, signal: AbortSignal): Promise<number | undefined> {
    const { admin } = storage.clientsOf(session);
    const asked = now();
    return earliestStart(asked, await serversOf(admin, signal));
  }

  return {
    async note(session, effect) {
      if (effect.restart) await store.note(session.audience.server, now());
      return effect;
    },
    async isWaiting(session, signal) {
      const { server } = session.audience;
      const noted = await store.notedAt(server);
      if (noted === undefined) return false;
      const started = await startedAt(session, signal);
      if (started === undefined || started < noted) return true;
      await store.clear(server, started);
      return false;
    },
    async restart(session, work) {
      const asked = now();
      await work();
      await store.clear(session.audience.server, asked);
    },
  };
}

/** None where the caller may not see them, or they cannot be seen now. */
async function serversOf(
  admin: Pick<AdminClient, 'serverInfo'>,
  signal: AbortSignal,
): Promise<readonly ServerProperties[]> {
  try {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    return (await admin.serverInfo({ signal: AbortSignal.any([signal, patience]) })).servers;
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

/**
 * When the server of a cluster that has run the longest was started, or up to a second before;
 * undefined unless all are there. It follows from how long they have run, so that their clocks do
 * not matter.
 */
function earliestStart(asked: number, servers: readonly ServerProperties[]): number | undefined {
  if (servers.length === 0 || servers.some(({ state }) => state !== 'online')) return undefined;
  return asked - (Math.max(...servers.map(({ uptime }) => uptime)) + 1) * 1000;
}
