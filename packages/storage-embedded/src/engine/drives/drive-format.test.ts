import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDurableDirectory } from './drive-format.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'format-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Makes a sync that completes on demand and records its calls. */
function heldSync() {
  const asked: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sync = (path: string): Promise<void> => {
    asked.push(path);
    return promise;
  };
  return { asked, sync, resolve, reject };
}

describe('a folder that two writers want at once', () => {
  it('is used by neither before the sync of its name has ended', async () => {
    const { asked, sync, resolve } = heldSync();
    const folder = join(root, 'aa');
    const ended: string[] = [];
    const first = makeDurableDirectory(folder, sync).then(() => ended.push('first'));
    await expect.poll(() => asked).toEqual([root]);
    expect(existsSync(folder)).toBe(true);
    const second = makeDurableDirectory(folder, sync).then(() => ended.push('second'));
    // Creating another directory from start to finish gives the second writer enough time.
    await makeDurableDirectory(join(root, 'bb'));
    expect(ended).toEqual([]);
    resolve();
    await Promise.all([first, second]);
    expect(asked).toEqual([root]);
    await makeDurableDirectory(folder, sync);
    expect(asked).toEqual([root]);
  });

  it('fails for both when its name cannot be synced, and the next one tries again', async () => {
    const { asked, sync, reject } = heldSync();
    const folder = join(root, 'aa');
    const both = [makeDurableDirectory(folder, sync), makeDurableDirectory(folder, sync)];
    await expect.poll(() => asked).toEqual([root]);
    reject(new Error('EIO'));
    for (const result of await Promise.allSettled(both)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'EIO' } });
    }
    expect(existsSync(folder)).toBe(false);
    await makeDurableDirectory(folder, async (path) => {
      asked.push(path);
    });
    expect(asked).toEqual([root, root]);
  });
});
