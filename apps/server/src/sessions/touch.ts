import type { SessionStore, StoredSession } from '../state/session-store.ts';
import type { SealedSession } from './sealed-session.ts';

/** Recording the time of every request would take one write per request. */
const TOUCH_EVERY = 60_000;

export interface TouchOptions {
  readonly store: Pick<SessionStore, 'touch'>;
  readonly now: () => number;
  /** When a session last used at this time ends. */
  readonly expiryOf: (held: SealedSession, createdAt: number, usedAt: number) => number;
  /** Called, once a minute, if the use of sessions cannot be recorded. */
  readonly onTouchFailure: (error: unknown) => void;
}

/**
 * Records the use of a session, at most once a minute. If that cannot be written, such as on a full
 * disk, the session remains usable.
 */
export function createTouch({ store, now, expiryOf, onTouchFailure }: TouchOptions) {
  let restsUntil = 0;
  return async ({ key, createdAt, usedAt }: StoredSession, held: SealedSession): Promise<void> => {
    const time = now();
    // A time in the future was recorded before the clock was set back.
    if (Math.abs(time - usedAt) <= TOUCH_EVERY || performance.now() < restsUntil) return;
    try {
      await store.touch(key, time, expiryOf(held, createdAt, time));
    } catch (error) {
      restsUntil = performance.now() + TOUCH_EVERY;
      onTouchFailure(error);
    }
  };
}
