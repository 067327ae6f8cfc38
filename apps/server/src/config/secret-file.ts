import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Returns the content of a file that only this user may read, creating it if necessary. The file
 * appears whole or not at all, so two processes that start at the same time agree on its content.
 */
export async function readOrCreateSecretFile(
  path: string,
  make: () => string,
): Promise<{ content: string; created: boolean }> {
  const existing = await readIfThere(path);
  if (existing !== undefined) return { content: existing, created: false };
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, make(), { flag: 'wx', mode: 0o600, flush: true });
    const created = await linkUnlessThere(draft, path);
    return { content: await readFile(path, 'utf8'), created };
  } catch (error) {
    // On a full disk the system error does not name the file.
    if (error instanceof Error) throw Object.assign(error, { path });
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
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
