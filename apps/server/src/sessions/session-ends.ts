import type { SessionStore } from '../state/session-store.ts';

/** Told the key of a session that has ended. */
export type EndListener = (key: string) => void;

/**
 * A store that tells of each session that is deleted through it, for whatever reason. One that
 * another console deletes is found out by `SessionStore.openOf` only.
 */
export function tellingEnds(store: SessionStore): {
  readonly store: SessionStore;
  readonly onEnd: (listener: EndListener) => void;
} {
  const listeners: EndListener[] = [];
  const tell: EndListener = (key) => {
    for (const listener of listeners) listener(key);
  };
  return {
    onEnd: (listener) => listeners.push(listener),
    store: {
      ...store,
      async delete(key) {
        const deleted = await store.delete(key);
        tell(key);
        return deleted;
      },
      async takeExpired(now, limit) {
        const taken = await store.takeExpired(now, limit);
        for (const { key } of taken) tell(key);
        return taken;
      },
    },
  };
}
