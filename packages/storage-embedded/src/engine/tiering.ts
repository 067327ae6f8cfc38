import type { Readable } from 'node:stream';

/** Where the content of a version is kept in a tier. */
export interface ObjectTiering {
  /** Name of the tier. */
  readonly tier: string;
  /** Key of the content in the tier, without the tier's prefix. */
  readonly key: string;
  /** Version id of the content in the tier, if its bucket is versioned. */
  readonly version?: string;
  /** Size in the tier in bytes: as stored here, encrypted if it was. */
  readonly length: number;
  /** Days for which a restored copy was requested that is not available yet. */
  readonly restoring?: number;
  /**
   * Expiry of the restored copy here, in milliseconds since the epoch. If absent, the content is in
   * the tier alone.
   */
  readonly restoredUntil?: number;
}

/** Content of a bucket that is held in a tier. */
export interface TierUsage {
  /** Bytes, as clients see them. */
  readonly size: number;
  readonly versions: number;
  /** Versions that are visible objects. */
  readonly objects: number;
}

/** Reads a content, or a range of it, from its tier. Fails with S3Errors. */
export type TierReader = (
  tiering: ObjectTiering,
  range: { readonly start: number; readonly end: number } | undefined,
) => Readable;

/**
 * Kind of the queue documents for contents to be removed from tiers, each holding a `TierSweep` as
 * JSON. Every version that is removed or replaced adds its own, atomically with the change.
 */
export const TIER_SWEEP_KIND = 'tier-sweep';

/** Content in a tier that no version refers to, or possibly none. */
export interface TierSweep {
  readonly tier: string;
  readonly key: string;
  readonly version?: string;
  /** Set if the content was about to be sent; otherwise the version that referred to it is gone. */
  readonly intent?: true;
  /** Earliest time of removal, in milliseconds since the epoch. */
  readonly notBefore?: number;
}
