import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readFile, rm } from 'node:fs/promises';

/**
 * The content of a file that only this user may read, made at the first call.
 * Whoever comes first wins: the file appears whole or not at all, so two
 * processes that start together agree on what it says.
 */
export async function readOrCreateSecretFile(
  path: string,
  make: () => string,
): Promise<{ content: string; created: boolean }> {
  const existing = await readIfThere(path);
  if (existing !== undefined) return { content: existing, created: false };
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await file.writeFile(make());
    await file.sync();
  } finally {
    await file.close();
  }
  const created = await linkUnlessThere(draft, path);
  await rm(draft);
  return { content: await readFile(path, 'utf8'), created };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function linkUnlessThere(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
