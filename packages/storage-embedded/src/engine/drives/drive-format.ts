import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** What the format file of a drive says: which set it belongs to and which slot it fills. */
export interface DriveFormat {
  readonly format: 1;
  /** Id of the set, the same on all its drives. */
  readonly set: string;
  readonly drive: string;
  readonly slot: number;
  /** Raised when a drive is added or replaced; the highest says which drives belong to the set. */
  readonly generation: number;
  /** Drive ids by slot. */
  readonly drives: readonly string[];
}

const FORMAT_FILE = 'format.json';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isFormat(value: unknown): value is DriveFormat {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const v = value as Record<string, unknown>;
  return (
    v.format === 1 &&
    typeof v.set === 'string' &&
    typeof v.drive === 'string' &&
    Number.isInteger(v.slot) &&
    Number.isInteger(v.generation) &&
    Array.isArray(v.drives)
  );
}

/** The format of the drive at `path`; undefined when the directory has none. Throws when unreadable. */
export async function readFormat(path: string): Promise<DriveFormat | undefined> {
  let text: string;
  try {
    text = await readFile(join(path, FORMAT_FILE), 'utf8');
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (!isFormat(value)) {
    throw new Error(`${FORMAT_FILE} of drive ${path} is not understood`);
  }
  return value;
}

/** Syncs a directory, so that names made or renamed in it survive power loss. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the format of a drive durably, in one step. */
export async function writeFormat(path: string, format: DriveFormat): Promise<void> {
  const temporary = join(path, `${FORMAT_FILE}.${randomUUID()}`);
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(`${JSON.stringify(format, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(path, FORMAT_FILE));
  await syncDirectory(path);
}

/** Makes the directories of a drive that a store needs. */
export async function makeLayout(path: string): Promise<void> {
  await mkdir(join(path, 'log'), { recursive: true });
  await mkdir(join(path, 'blobs'), { recursive: true });
  await mkdir(join(path, 'tmp'), { recursive: true });
}
