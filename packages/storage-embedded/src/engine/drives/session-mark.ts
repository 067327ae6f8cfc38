import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, temporaryDirectory } from './drive.ts';
import { syncDirectory } from './drive-format.ts';

const FILE = 'session';

/** What each drive, and the index, says of the last session that it was part of. */
export interface SessionMark {
  readonly id: string;
  /** Counts sessions; 0 of a mark made before they were counted. */
  readonly epoch: number;
  /** Slots whose drives got the mark; absent when the mark does not say. */
  readonly members?: readonly number[];
}

/** Reads a mark's text; that of an older store is an id alone. */
export function parseMark(text: string): SessionMark {
  if (!text.startsWith('{')) {
    return { id: text, epoch: 0 };
  }
  const { id, epoch, members }: SessionMark = JSON.parse(text);
  return { id, epoch, ...(members ? { members } : {}) };
}

/** The mark of the drive at `path`; undefined when it was never part of a session. */
export async function readMark(path: string): Promise<SessionMark | undefined> {
  try {
    return parseMark(await readFile(join(path, FILE), 'utf8'));
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

export async function writeMark(path: string, mark: SessionMark): Promise<void> {
  const temporary = join(temporaryDirectory(path), FILE);
  await writeFile(temporary, JSON.stringify(mark), { flush: true });
  await rename(temporary, join(path, FILE));
  await syncDirectory(path);
}
