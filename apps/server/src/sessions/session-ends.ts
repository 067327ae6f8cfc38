import type { SessionStore } from '../state/session-store.ts';

/** Called with the key of a session that has ended. */
export type EndListener = (key: string) => void;

/**
 * Wraps a store to report each session deleted through it, for whatever reason. Sessions deleted by
 * another console are detected only through `SessionStore.openOf`.
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
