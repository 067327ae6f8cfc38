import type { Abortable } from '../s3/types.ts';
import type { DriveInfo } from './types.ts';

/** What is healed: all keys of a bucket that begin with a prefix. */
export interface HealPlace {
  readonly bucket: string;
  /** '' for the whole bucket. */
  readonly prefix: string;
}

export interface HealOptions {
  /** Otherwise only what has no further '/' behind the prefix. */
  readonly recursive: boolean;
  /** Every copy is read and its checksums are checked. */
  readonly deep: boolean;
  /** Nothing is changed. */
  readonly dryRun: boolean;
}

/** What one drive has of an item: 'ok', 'offline', 'missing', 'corrupt', … */
export interface HealDrive {
  readonly uuid: string;
  readonly endpoint: string;
  readonly state: string;
}

/** An object, a bucket or metadata, and what was found and made of it. */
export interface HealItem {
  /** 'object', 'bucket', 'metadata' or 'bucket-metadata'. */
  readonly type: string;
  readonly bucket: string;
  readonly object: string;
  readonly versionId: string;
  /** Why it could not be healed; '' when it could or had not to be. */
  readonly detail: string;
  readonly parityBlocks: number;
  readonly dataBlocks: number;
  readonly diskCount: number;
  readonly setCount: number;
  readonly before: readonly HealDrive[];
  readonly after: readonly HealDrive[];
  /** Bytes; -1 when not known. */
  readonly size: number;
}

export interface HealStatus {
  /** 'not started', 'running', 'finished' or 'stopped', which is after a failure. */
  readonly summary: string;
  /** Why it was stopped. */
  readonly detail: string;
  /** Results since the last call. */
  readonly items: readonly HealItem[];
}

/** How far a drive is that the server fills by itself. */
export interface HealingProgress {
  /** ISO 8601. */
  readonly started: string | undefined;
  readonly objectsTotal: number;
  readonly itemsHealed: number;
  readonly itemsFailed: number;
  readonly itemsSkipped: number;
  /** Bytes. */
  readonly bytesDone: number;
}

export interface HealedDriveInfo extends DriveInfo {
  /** Why it is out of use or incomplete, where the server tells. */
  readonly reason: string;
  readonly progress?: HealingProgress;
}

/** What the server does by itself. */
export interface BackgroundHeal {
  readonly offlineNodes: readonly string[];
  readonly scannedItems: number;
  readonly drives: readonly HealedDriveInfo[];
  /** Whether the server can put an empty drive in the place of one that is away. */
  readonly canReplace: boolean;
}

export interface HealOperations {
  /**
   * Starts a run; gives the token with which its results are fetched. With `force` one that goes on
   * at the same place is stopped before.
   */
  startHeal(
    call: Abortable & HealPlace & { readonly options: HealOptions; readonly force: boolean },
  ): Promise<string>;
  /** What a run has found since the last call. */
  healStatus(call: Abortable & HealPlace & { readonly token: string }): Promise<HealStatus>;
  /** Stops the run at a place, whoever started it. */
  stopHeal(call: Abortable & HealPlace): Promise<void>;
  backgroundHeal(call?: Abortable): Promise<BackgroundHeal>;
  /** Of the embedded store: an empty directory takes the place of a drive that is away. */
  replaceDrive(call: Abortable & { readonly drive: string }): Promise<void>;
}
