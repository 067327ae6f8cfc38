import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A drive of the set: a directory with a format file. */
export interface Drive {
  readonly slot: number;
  /** '' when the slot is vacant. */
  uuid: string;
  /** '' while it is not known where the drive is. */
  path: string;
  state: 'ok' | 'offline';
  /** Whether it can be read where nothing else can, although it may be out of use. */
  readable: boolean;
  /** Why it is out of use, in words; '' while it works. */
  reason: string;
  /** It is being drained and takes nothing new; of a vacant slot: it was, and had nothing any more. */
  draining: boolean;
  /** Bytes that can be written: as last measured, less what was written since. */
  available: number;
  /** Bytes written since. */
  unmeasured: number;
  used: number;
  /** Bytes used and available together. */
  total: number;
  usedInodes: number;
  freeInodes: number;
}

/** Whether the drive of the slot was given up or drained: nothing in it is waited for. */
export function isVacant(drive: Drive): boolean {
  return drive.uuid === '';
}

/** Whether the slot is vacant because its drive was drained: nothing is kept there. */
export function isDrained(drive: Drive): boolean {
  return isVacant(drive) && drive.draining;
}

export function logDirectory(path: string): string {
  return join(path, 'log');
}

export function temporaryDirectory(path: string): string {
  return join(path, 'tmp');
}

export function blobsDirectory(path: string): string {
  return join(path, 'blobs');
}

export function segmentPath(drive: Pick<Drive, 'path'>, id: number): string {
  return join(logDirectory(drive.path), `${String(id).padStart(10, '0')}.seg`);
}

/** The segment's id in the name of a file of the log, or undefined for another file. */
export function segmentIdOf(name: string): number | undefined {
  const match = /^(\d{10})\.seg$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

export function blobDirectory(drive: Pick<Drive, 'path'>, id: string): string {
  return join(blobsDirectory(drive.path), id.slice(-2));
}

export function blobPath(drive: Pick<Drive, 'path'>, id: string): string {
  return join(blobDirectory(drive, id), id);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What this process lacks, which says nothing about a drive. */
const OWN_SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

export function isOwnShortage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OWN_SHORTAGES.has(error.code);
}

export function isFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) {
    return false;
  }
  return error.code === 'ENOSPC' || error.code === 'EDQUOT';
}

/** The bytes of a file; -1 when it is not there. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) {
      return -1;
    }
    throw error;
  }
}
