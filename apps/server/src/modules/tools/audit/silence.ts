/** A record comes seconds after its call; a storage server that was away needs longer. */
const PATIENCE_MS = 2 * 60_000;

/** Notices that calls of the storage server bring no record. */
export interface Silence {
  /**
   * Looks at what has come, once the storage server was called: it has a record to send of that.
   *
   * @param come differs whenever a record has come
   * @param now milliseconds since the epoch
   * @returns when the first call was made that brought nothing, once that is minutes ago
   */
  look(come: string, now: number): number | undefined;
  /** Gives the storage server its time anew. */
  forget(): void;
}

export function createSilence(): Silence {
  let first: { readonly come: string; readonly since: number } | undefined;
  return {
    look(come, now) {
      if (first?.come !== come) first = { come, since: now };
      return now - first.since > PATIENCE_MS ? first.since : undefined;
    },

    forget() {
      first = undefined;
    },
  };
}
