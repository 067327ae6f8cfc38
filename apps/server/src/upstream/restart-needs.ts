import type { AdminClient, ServerProperties } from '@stowage/storage-client/admin';
import type { Session } from '../sessions/session.ts';
import type { RestartNeedStore } from '../state/restart-need-table.ts';
import type { StorageAccess } from './storage.ts';

/** A page does not wait longer for a storage server that is slow to report its uptime. */
const PATIENCE_MS = 2000;

/** Pending restarts of a session's storage server, whoever saved the settings. */
export interface RestartNeeds {
  /** Stores whether the settings just saved require a restart, and returns the result unchanged. */
  note<Effect extends { readonly restart: boolean }>(
    session: Session,
    effect: Effect,
  ): Promise<Effect>;
  /**
   * Whether a restart is pending. In doubt, such as while a server does not respond, it still is.
   */
  isWaiting(session: Session, signal: AbortSignal): Promise<boolean>;
  /** Restarts the server; settings saved before are no longer pending. */
  restart(session: Session, work: () => Promise<void>): Promise<void>;
}

interface RestartNeedParts {
  readonly store: RestartNeedStore;
  readonly storage: Pick<StorageAccess, 'clientsOf'>;
  /** The clock of the state. */
  readonly now: () => number;
}

/** Stores pending restarts in the state shared by the consoles. */
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

/** Empty if the caller may not list them, or they are currently unavailable. */
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
 * When the longest-running server of a cluster was started, or up to a second before; undefined
 * unless all are online. Derived from their uptimes, so that their clocks do not matter.
 */
function earliestStart(asked: number, servers: readonly ServerProperties[]): number | undefined {
  if (servers.length === 0 || servers.some(({ state }) => state !== 'online')) return undefined;
  return asked - (Math.max(...servers.map(({ uptime }) => uptime)) + 1) * 1000;
}
