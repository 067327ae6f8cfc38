/** A record arrives seconds after its call; a storage server that was down needs longer. */
const PATIENCE_MS = 2 * 60_000;

/** Detects that the storage server's calls produce no records. */
export interface Silence {
  /**
   * Checks for new records after the storage server was called, which should produce one.
   *
   * @param come changes with each record that arrives
   * @param now milliseconds since the epoch
   * @returns the time of the first call without a record, once that is minutes ago
   */
  look(come: string, now: number): number | undefined;
  /** Restarts the storage server's grace period. */
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
