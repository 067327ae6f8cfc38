import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the files of the newest segment, one per drive. */
async function newestSegment(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const drive of ['d1', 'd2', 'd3', 'd4']) {
    const directory = join(root, drive, 'log');
    for (const name of await readdir(directory)) {
      found.push(join(directory, name));
    }
  }
  const names = found.map((path) => path.slice(-14)).sort();
  return found.filter((path) => path.endsWith(names.at(-1) ?? ''));
}

/** Truncates one copy of the newest segment, as after an incomplete last write. */
export async function tearOneCopy(root: string, random: () => number): Promise<void> {
  const [path] = await newestSegment(root);
  if (path) {
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    await file.truncate(Math.max(0, size - 1 - Math.floor(random() * Math.min(size, 20_000))));
    await file.close();
  }
}

/** Flips a byte in one copy of the newest segment. */
export async function flipByte(root: string, random: () => number): Promise<void> {
  const path = (await newestSegment(root)).at(-1);
  if (path) {
    await flipIn(path, random);
  }
}

async function flipIn(path: string, random: () => number): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  const at = Math.floor(random() * size);
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8(0) ^ 0x55, 0);
  await file.write(byte, 0, 1, at);
  await file.close();
}

/** Flips a byte in each segment and content file of a drive. */
export async function flipBytes(drive: string, random: () => number): Promise<void> {
  for (const entry of await readdir(drive, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\/(log|blobs)\//.test(path)) {
      // Files of deleted objects are removed concurrently.
      await flipIn(path, random).catch((error) => {
        if (error.code !== 'ENOENT') {
          throw error;
        }
      });
    }
  }
}

export async function deleteIndex(root: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(join(root, 'data', `index.sqlite${suffix}`), { force: true });
  }
}
