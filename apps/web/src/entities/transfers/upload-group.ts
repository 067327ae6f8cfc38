import type { ErrorCode } from '@stowage/contract/errors';

/** A file on its way into a bucket, under the key that it will have. */
export interface UploadFile {
  readonly id: string;
  readonly key: string;
  readonly file: File;
}

/** Why a file did not arrive; `code` is undefined when no answer came or it had none. */
export interface UploadFailure {
  readonly code: ErrorCode | undefined;
  readonly status: number | undefined;
  /** The server's words, where there were any. */
  readonly message: string | undefined;
}

/** Why an upload was stopped that goes on later, as the reason of its signal. */
export const uploadSuspended = Symbol('suspended');

export interface FailedUpload {
  readonly file: UploadFile;
  readonly failure: UploadFailure;
}

/** Bytes sent at a moment, in milliseconds: what speed is measured from. */
export interface SpeedSample {
  readonly at: number;
  readonly bytes: number;
}

export type UploadKind = 'file' | 'files' | 'folder';

/** One line of the dock: a file, a folder with everything in it, or many loose files. */
export interface UploadGroup {
  readonly id: string;
  /** Groups that were chosen together; their end is announced together. */
  readonly batch: string;
  readonly bucket: string;
  /** The folder that they go to. */
  readonly folder: string;
  readonly kind: UploadKind;
  /** The name of the file or folder; '' for loose files. */
  readonly name: string;
  /** Every file once, in the order of sending; a retry appends its files again. */
  readonly files: readonly UploadFile[];
  /** Index in `files` of the next one to send. */
  readonly next: number;
  /** How many files, and how many bytes in all. */
  readonly total: number;
  readonly totalBytes: number;
  /** Bytes sent so far of the files that are being sent, by id. */
  readonly running: ReadonlyMap<string, number>;
  readonly done: number;
  readonly doneBytes: number;
  readonly failed: readonly FailedUpload[];
  readonly canceled: boolean;
  /** The files for which no answer comes, and which are tried again. */
  readonly stalled: ReadonlySet<string>;
  /** The last seconds, oldest first. */
  readonly samples: readonly SpeedSample[];
}

export type GroupState = 'running' | 'done' | 'failed' | 'canceled';

/** How a group stands; it is finished in every state but 'running'. */
export function groupState(group: UploadGroup): GroupState {
  if (group.running.size > 0 || (!group.canceled && group.next < group.files.length)) {
    return 'running';
  }
  if (group.canceled) return 'canceled';
  return group.failed.length > 0 ? 'failed' : 'done';
}

/** Bytes of a group that have been sent. */
export function sentBytes(group: UploadGroup): number {
  let sum = group.doneBytes;
  for (const bytes of group.running.values()) sum += bytes;
  return sum;
}

/** The sent share, 0 to 1; by files where there are no bytes to count. */
export function sentShare(group: UploadGroup): number {
  const share =
    group.totalBytes > 0 ? sentBytes(group) / group.totalBytes : group.done / group.total;
  return Math.min(1, share);
}
