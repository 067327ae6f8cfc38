import type { ErrorCode } from '@stowage/contract/errors';

/** A file being uploaded to a bucket, under its future key. */
export interface UploadFile {
  readonly id: string;
  readonly key: string;
  readonly file: File;
}

/** Why a file failed; `code` is undefined if there was no response or it had none. */
export interface UploadFailure {
  readonly code: ErrorCode | undefined;
  readonly status: number | undefined;
  /** The server's message, if any. */
  readonly message: string | undefined;
}

/** The abort reason of an upload that is suspended and resumes later. */
export const uploadSuspended = Symbol('suspended');

export interface FailedUpload {
  readonly file: UploadFile;
  readonly failure: UploadFailure;
}

/** Bytes sent at a time in milliseconds, from which speed is measured. */
export interface SpeedSample {
  readonly at: number;
  readonly bytes: number;
}

export type UploadKind = 'file' | 'files' | 'folder';

/** One line of the dock: a file, a folder with its contents, or many loose files. */
export interface UploadGroup {
  readonly id: string;
  /** Shared by groups that were chosen together; their completion is announced together. */
  readonly batch: string;
  readonly bucket: string;
  /** The destination folder. */
  readonly folder: string;
  readonly kind: UploadKind;
  /** The name of the file or folder; '' for loose files. */
  readonly name: string;
  /** All files in sending order; a retry appends its files again. */
  readonly files: readonly UploadFile[];
  /** Index in `files` of the next file to send. */
  readonly next: number;
  /** Number of files, and their total size in bytes. */
  readonly total: number;
  readonly totalBytes: number;
  /** Bytes sent so far of the files in progress, by id. */
  readonly running: ReadonlyMap<string, number>;
  readonly done: number;
  readonly doneBytes: number;
  readonly failed: readonly FailedUpload[];
  readonly canceled: boolean;
  /** Files without a response that are being retried. */
  readonly stalled: ReadonlySet<string>;
  /** Samples of the last seconds, oldest first. */
  readonly samples: readonly SpeedSample[];
}

export type GroupState = 'running' | 'done' | 'failed' | 'canceled';

/** Returns the state of a group; it is finished in every state but 'running'. */
export function groupState(group: UploadGroup): GroupState {
  if (group.running.size > 0 || (!group.canceled && group.next < group.files.length)) {
    return 'running';
  }
  if (group.canceled) return 'canceled';
  return group.failed.length > 0 ? 'failed' : 'done';
}

/** Returns how many bytes of a group have been sent. */
export function sentBytes(group: UploadGroup): number {
  let sum = group.doneBytes;
  for (const bytes of group.running.values()) sum += bytes;
  return sum;
}

/** Returns the fraction sent, 0 to 1; by files if there are no bytes to count. */
export function sentShare(group: UploadGroup): number {
  const share =
    group.totalBytes > 0 ? sentBytes(group) / group.totalBytes : group.done / group.total;
  return Math.min(1, share);
}
