import type { SessionStore, StoredSession } from '../state/session-store.ts';
import type { SealedSession } from './sealed-session.ts';

/** Writing the time of every request would be a write a request. */
const TOUCH_EVERY = 60_000;

export interface TouchOptions {
  readonly store: Pick<SessionStore, 'touch'>;
  readonly now: () => number;
  /** When a session ends that was used last at a time. */
  readonly expiryOf: (held: SealedSession, createdAt: number, usedAt: number) => number;
  /** Told, once a minute, that the use of sessions cannot be noted. */
  readonly onTouchFailure: (error: unknown) => void;
}

/**
 * Notes the use of a session, at most once a minute. Where that cannot be written, as on a full
 * disk, the session is of use all the same.
 */
export function createTouch({ store, now, expiryOf, onTouchFailure }: TouchOptions) {
  let restsUntil = 0;
  return async ({ key, createdAt, usedAt }: StoredSession, held: SealedSession): Promise<void> => {
    const time = now();
    // A use that lies ahead is from before the clock was set back.
    if (Math.abs(time - usedAt) <= TOUCH_EVERY || performance.now() < restsUntil) return;
    try {
      await store.touch(key, time, expiryOf(held, createdAt, time));
    } catch (error) {
      restsUntil = performance.now() + TOUCH_EVERY;
      onTouchFailure(error);
    }
  };
}
