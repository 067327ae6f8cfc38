import type { Readable } from 'node:stream';

/** That and where the content of a version is kept in a tier. */
export interface ObjectTiering {
  /** Name of the tier. */
  readonly tier: string;
  /** Key of the content there, without the prefix of the tier. */
  readonly key: string;
  /** Its version there, where the bucket of the tier keeps versions. */
  readonly version?: string;
  /** Bytes there: those that were stored here, encrypted ones as they are. */
  readonly length: number;
  /** A copy was asked for, for so many days, and is not here yet. */
  readonly restoring?: number;
  /** A copy is here until then, in milliseconds since the epoch. Without it the content is in the tier alone. */
  readonly restoredUntil?: number;
}

/** What a tier holds of a bucket. */
export interface TierUsage {
  /** Bytes, as clients see them. */
  readonly size: number;
  readonly versions: number;
  /** Versions that are visible objects. */
  readonly objects: number;
}

/** Gives the bytes of a content, or of a range of them, from the tier that has it. Fails with S3Errors. */
export type TierReader = (
  tiering: ObjectTiering,
  range: { readonly start: number; readonly end: number } | undefined,
) => Readable;

/**
 * Kind of the documents that are a queue of contents in tiers to be removed there: a `TierSweep`
 * each, as JSON. Each removed or replaced version adds its own, with the change.
 */
export const TIER_SWEEP_KIND = 'tier-sweep';

/** A content in a tier that no version refers to, or may not. */
export interface TierSweep {
  readonly tier: string;
  readonly key: string;
  readonly version?: string;
  /** It was about to be sent; without it the version that referred to it is gone. */
  readonly intent?: true;
  /** Not before then, in milliseconds since the epoch. */
  readonly notBefore?: number;
}
