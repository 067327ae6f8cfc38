import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The text of a file that only this user may read (mode 0600), made at the first call.
 * The file appears whole and on stable storage or not at all; of two processes that
 * start together the first one's text counts.
 */
export async function readOrCreateSecret(path: string, make: () => string): Promise<string> {
  const known = await readSecret(path);
  if (known !== undefined) {
    return known;
  }
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, make());
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) {
        throw error;
      }
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
  return readFile(path, 'utf8');
}

/** The text of such a file; undefined when there is none. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** Puts a text in the place of such a file, or makes it; after a crash one of both is there, whole. */
export async function replaceSecret(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, text);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
