/** How one copy is; `away` when its drive cannot be read. */
export type HealCopyState = 'whole' | 'damaged' | 'missing' | 'away';

/** What is to be looked at, and what is to be done about it. */
export interface HealQuery {
  readonly bucket: string;
  /** Keys that begin with it; '' for all of the bucket. */
  readonly prefix: string;
  /** Otherwise only what has no further '/' behind the prefix. */
  readonly recursive: boolean;
  /** Every copy is read and its checksums are checked; otherwise only records and sizes are. */
  readonly deep: boolean;
  /** Nothing is mended. */
  readonly dryRun: boolean;
  /** Told of bytes just read; what it gives is waited for. */
  readonly onRead?: (bytes: number) => Promise<void>;
  /** Gives up what is under way. */
  readonly stopped: () => boolean;
}

/** What a drive has of a version. */
export interface HealedCopy {
  readonly slot: number;
  readonly before: HealCopyState;
  readonly after: HealCopyState;
}

/** A version, or a delete marker, and what was found and made of its copies. */
export interface HealedVersion {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  /** Bytes. */
  readonly size: number;
  /** By drive, the first ones as the object's record or content names them. */
  readonly copies: readonly HealedCopy[];
  /** Whether a part of it had no good copy on any drive that can be read. */
  readonly lost: boolean;
  /** Why a copy could not be made again, in words. */
  readonly problem?: string;
}
