/** Which objects a rule is about. */
export interface LifecycleFilter {
  readonly prefix: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Bytes, exclusive. */
  readonly sizeGreaterThan?: number;
  readonly sizeLessThan?: number;
}

/** One rule of a bucket's lifecycle. Days are whole; what is absent does not happen. */
export interface LifecycleRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly filter: LifecycleFilter;
  readonly expirationDays?: number;
  /** Milliseconds since the epoch, a midnight. */
  readonly expirationDate?: number;
  /** Delete markers go when they are all that is left of an object. */
  readonly expiredDeleteMarkers?: boolean;
  /** With `expirationDays`: all versions go with the latest one. */
  readonly allVersions?: boolean;
  /** An object whose latest version is a delete marker of that age goes with all its versions. */
  readonly deleteMarkerDays?: number;
  readonly noncurrent?: {
    readonly days: number;
    /** So many of the newest noncurrent versions stay. */
    readonly keep: number;
  };
  readonly abortUploadDays?: number;
  readonly transition?: Transition;
  readonly noncurrentTransition?: {
    readonly days: number;
    /** So many of the newest noncurrent versions stay. */
    readonly keep: number;
    readonly tier: string;
  };
}

/** When contents are moved to a tier: so many days after they were written, or at a time. */
export type Transition = { readonly tier: string } & (
  | { readonly days: number }
  /** Milliseconds since the epoch, a midnight. */
  | { readonly date: number }
);

export type LifecycleRules = readonly LifecycleRule[];

/** The names of the tiers that rules move contents to. */
export function tiersOf(rules: LifecycleRules): readonly string[] {
  return rules.flatMap(({ transition, noncurrentTransition }) =>
    [transition, noncurrentTransition].flatMap((action) => action?.tier ?? []),
  );
}
