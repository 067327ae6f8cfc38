import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage } from '../../testing/test-storage.ts';

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/small', body: 'small' });
  await storage.call({
    method: 'PUT',
    path: '/bucket/large',
    body: Buffer.alloc(700_000, 'large'),
  });
});
afterEach(() => storage.close());

const drives = (): string[] => [1, 2].map((n) => join(storage.folder, `drive-${n}`));

async function spoil(kind: 'log' | 'blobs'): Promise<void> {
  for (const drive of drives()) {
    const entries = await readdir(join(drive, kind), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      await writeFile(join(entry.parentPath, entry.name), 'spoilt');
    }
  }
}

describe('an object of which no copy is good', () => {
  it.each([
    ['/bucket/large', 'blobs'],
    ['/bucket/small', 'log'],
  ] as const)('is refused with an error that says so: %s', async (path, kind) => {
    await spoil(kind);
    for (const headers of [{}, { range: 'bytes=1-3' }]) {
      const answer = await storage.call({ path, headers });
      expect(errorOf(answer)).toBe('500 InternalError');
    }
    expect((await storage.call({ method: 'HEAD', path })).status).toBe(200);
  });

  it.each(['/bucket/large', '/bucket/small'])(
    'is to be asked for again while its drives are away: %s',
    async (path) => {
      for (const drive of drives()) {
        await rename(drive, `${drive}.away`);
      }
      await storage.call({ path: '/minio/admin/v3/info' });
      expect(errorOf(await storage.call({ path }))).toBe('503 ServiceUnavailable');
      for (const drive of drives()) {
        await rename(`${drive}.away`, drive);
      }
      await storage.call({ path: '/minio/admin/v3/info' });
      expect((await storage.call({ path })).status).toBe(200);
    },
  );
});
