import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, temporaryDirectory } from './drive.ts';
import { syncDirectory } from './drive-format.ts';

const FILE = 'session';

/** The mark that each drive, and the index, has of the last session it was part of. */
export interface SessionMark {
  readonly id: string;
  /** Session number; 0 in marks from before sessions were counted. */
  readonly epoch: number;
  /** Slots whose drives got the mark; absent if the mark does not list them. */
  readonly members?: readonly number[];
}

/** Parses a mark; that of an older store is only an id. */
export function parseMark(text: string): SessionMark {
  if (!text.startsWith('{')) {
    return { id: text, epoch: 0 };
  }
  const { id, epoch, members }: SessionMark = JSON.parse(text);
  return { id, epoch, ...(members ? { members } : {}) };
}

/** Reads the mark of the drive at `path`; undefined if it was never part of a session. */
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
