import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A drive of the set: a directory with a format file. */
export interface Drive {
  readonly slot: number;
  /** '' when the slot is vacant. */
  uuid: string;
  /** '' while the drive's location is unknown. */
  path: string;
  state: 'ok' | 'offline';
  /** Whether it can be read if nothing else can, even if it is out of use. */
  readable: boolean;
  /** Why it is out of use, as text; '' while it works. */
  reason: string;
  /**
   * Whether it is being drained and accepts nothing new; for a vacant slot, whether its drive was
   * fully drained.
   */
  draining: boolean;
  /** Writable bytes: the last measurement minus what was written since. */
  available: number;
  /** Bytes written since the last measurement. */
  unmeasured: number;
  used: number;
  /** Sum of used and available bytes. */
  total: number;
  usedInodes: number;
  freeInodes: number;
}

/** Whether the slot's drive was given up or drained, so that nothing in it can come back. */
export function isVacant(drive: Drive): boolean {
  return drive.uuid === '';
}

/** Whether the slot is vacant because its drive was drained: nothing is stored there. */
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

/** Returns the segment id in the name of a log file; undefined for any other file. */
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

/** Error codes of resource shortages in this process, which say nothing about a drive. */
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

/** Returns the size of a file in bytes; -1 if it does not exist. */
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
