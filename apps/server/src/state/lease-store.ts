/**
 * Leases for work that only one console does at a time. A lease expires after its duration, so that
 * a killed console does not block the others.
 */
export interface LeaseStore {
  /**
   * Takes a lease that is free, expired or already held by this holder; false if another holds it.
   */
  take(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Extends it by this duration from now; false if another has held it since. */
  renew(name: string, holder: string, milliseconds: number): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
  /** Drops expired leases. */
  prune(): Promise<void>;
}
