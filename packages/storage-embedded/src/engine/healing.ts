/** State of one copy; `away` if its drive cannot be read. */
export type HealCopyState = 'whole' | 'damaged' | 'missing' | 'away';

/** Which versions to check and what to do about bad copies. */
export interface HealQuery {
  readonly bucket: string;
  /** Prefix of the keys; '' for the whole bucket. */
  readonly prefix: string;
  /** If false, only keys with no further '/' after the prefix. */
  readonly recursive: boolean;
  /**
   * Whether to read every copy and verify its checksums; otherwise only records and sizes are
   * checked.
   */
  readonly deep: boolean;
  /** Whether to repair nothing. */
  readonly dryRun: boolean;
  /** Called after each read with the number of bytes; the next read waits for its promise. */
  readonly onRead?: (bytes: number) => Promise<void>;
  /** Aborts the operation. */
  readonly stopped: () => boolean;
}

/** What a drive has of a version. */
export interface HealedCopy {
  readonly slot: number;
  readonly before: HealCopyState;
  readonly after: HealCopyState;
}

/** A version or delete marker, with its copies before and after healing. */
export interface HealedVersion {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  /** In bytes. */
  readonly size: number;
  /** By drive, starting with those named in the object's record or content. */
  readonly copies: readonly HealedCopy[];
  /** Whether some part had no good copy on any readable drive. */
  readonly lost: boolean;
  /** Why a copy could not be repaired, as text. */
  readonly problem?: string;
}
