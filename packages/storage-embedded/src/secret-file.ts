import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a file that only this user may read (mode 0600), creating it on the first call. The file
 * appears complete and durable or not at all; if two processes start together, both get the text of
 * the first.
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

/** Reads such a file; undefined if it does not exist. */
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

/**
 * Replaces or creates such a file; after a crash, either the old or the new text is there in full.
 */
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
