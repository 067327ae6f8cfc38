/** The objects that a rule applies to. */
export interface LifecycleFilter {
  readonly prefix: string;
  readonly tags: Readonly<Record<string, string>>;
  /** In bytes, exclusive. */
  readonly sizeGreaterThan?: number;
  readonly sizeLessThan?: number;
}

/**
 * A rule of a bucket's lifecycle. Days are whole numbers; actions that are absent do not happen.
 */
export interface LifecycleRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly filter: LifecycleFilter;
  readonly expirationDays?: number;
  /** Milliseconds since the epoch, at midnight UTC. */
  readonly expirationDate?: number;
  /** Removes delete markers that are all that is left of an object. */
  readonly expiredDeleteMarkers?: boolean;
  /** With `expirationDays`: removes all versions together with the latest one. */
  readonly allVersions?: boolean;
  /**
   * Removes an object with all its versions once its latest version is a delete marker of this age.
   */
  readonly deleteMarkerDays?: number;
  readonly noncurrent?: {
    readonly days: number;
    /** Number of newest noncurrent versions to keep. */
    readonly keep: number;
  };
  readonly abortUploadDays?: number;
  readonly transition?: Transition;
  readonly noncurrentTransition?: {
    readonly days: number;
    /** Number of newest noncurrent versions to keep. */
    readonly keep: number;
    readonly tier: string;
  };
}

/** When contents are moved to a tier: a number of days after they were written, or on a date. */
export type Transition = { readonly tier: string } & (
  | { readonly days: number }
  /** Milliseconds since the epoch, at midnight UTC. */
  | { readonly date: number }
);

export type LifecycleRules = readonly LifecycleRule[];

/** Returns the names of the tiers that rules move contents to. */
export function tiersOf(rules: LifecycleRules): readonly string[] {
  return rules.flatMap(({ transition, noncurrentTransition }) =>
    [transition, noncurrentTransition].flatMap((action) => action?.tier ?? []),
  );
}
