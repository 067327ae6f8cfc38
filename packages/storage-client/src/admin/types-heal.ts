import type { Abortable } from '../s3/types.ts';
import type { DriveInfo } from './types.ts';

/** The scope of healing: all keys of a bucket with a prefix. */
export interface HealPlace {
  readonly bucket: string;
  /** '' for the whole bucket. */
  readonly prefix: string;
}

export interface HealOptions {
  /** Otherwise only keys without a further '/' after the prefix. */
  readonly recursive: boolean;
  /** Reads every copy and verifies its checksums. */
  readonly deep: boolean;
  /** Changes nothing. */
  readonly dryRun: boolean;
}

/** The state of an item on one drive: 'ok', 'offline', 'missing', 'corrupt', … */
export interface HealDrive {
  readonly uuid: string;
  readonly endpoint: string;
  readonly state: string;
}

/** An object, a bucket or metadata, with its state before and after healing. */
export interface HealItem {
  /** 'object', 'bucket', 'metadata' or 'bucket-metadata'. */
  readonly type: string;
  readonly bucket: string;
  readonly object: string;
  readonly versionId: string;
  /** Why it could not be healed; '' if it was healed or did not need to be. */
  readonly detail: string;
  readonly parityBlocks: number;
  readonly dataBlocks: number;
  readonly diskCount: number;
  readonly setCount: number;
  readonly before: readonly HealDrive[];
  readonly after: readonly HealDrive[];
  /** Bytes; -1 if unknown. */
  readonly size: number;
}

export interface HealStatus {
  /** 'not started', 'running', 'finished', or 'stopped' after a failure. */
  readonly summary: string;
  /** Why it stopped. */
  readonly detail: string;
  /** Results since the last call. */
  readonly items: readonly HealItem[];
}

/** Progress of a drive that the server is filling in the background. */
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
  /** Why it is unavailable or incomplete, if the server reports it. */
  readonly reason: string;
  readonly progress?: HealingProgress;
}

/** The server's background healing. */
export interface BackgroundHeal {
  readonly offlineNodes: readonly string[];
  readonly scannedItems: number;
  readonly drives: readonly HealedDriveInfo[];
  /** Whether the server can replace a missing drive with an empty one. */
  readonly canReplace: boolean;
}

export interface HealOperations {
  /**
   * Starts a run; returns the token for fetching its results. With `force`, stops any run already
   * in progress at the same place.
   */
  startHeal(
    call: Abortable & HealPlace & { readonly options: HealOptions; readonly force: boolean },
  ): Promise<string>;
  /** Returns the results of a run since the last call. */
  healStatus(call: Abortable & HealPlace & { readonly token: string }): Promise<HealStatus>;
  /** Stops the run at a place, whoever started it. */
  stopHeal(call: Abortable & HealPlace): Promise<void>;
  backgroundHeal(call?: Abortable): Promise<BackgroundHeal>;
  /** Embedded store only: replaces a missing drive with an empty directory. */
  replaceDrive(call: Abortable & { readonly drive: string }): Promise<void>;
}
