import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceDrive } from '../../packages/storage-embedded/src/engine/drives/change-drives.ts';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import { inconsistencies } from '../../packages/storage-embedded/src/engine/testing/consistency.ts';
import {
  startTestStorage,
  type TestStorage,
} from '../../packages/storage-embedded/src/testing/test-storage.ts';
import { seeded } from './content.ts';
import { deleteIndex, flipBytes } from './damage.ts';
import { compareFiles } from './files.ts';
import { WireLoad } from './wire-load.ts';

const OPERATIONS = 240;
const FULL = '507 XMinioStorageFull';
const TOO_FEW = '503 ServiceUnavailable';

/** File system errors that a test injects: returns an error code for a path. */
const port = vi.hoisted(() => ({
  refuse: (_path: string, _bytes: number): string | undefined => undefined,
}));

vi.mock('../../packages/storage-embedded/src/engine/drives/raw-file.ts', async (original) => {
  const real =
    await original<
      typeof import('../../packages/storage-embedded/src/engine/drives/raw-file.ts')
    >();
  const pass = (path: string, bytes: number): void => {
    const code = port.refuse(path, bytes);
    if (code !== undefined) {
      throw Object.assign(new Error(`${code}: ${path}`), { code });
    }
  };
  return {
    ...real,
    openFile: async (path: string, flags: number) => {
      if (flags !== real.OPEN_READ) {
        pass(path, 0);
      }
      return real.openFile(path, flags);
    },
    writeAll: async (fd: number, bytes: Uint8Array, position: number) => {
      pass(readlinkSync(`/proc/self/fd/${fd}`), bytes.length);
      return real.writeAll(fd, bytes, position);
    },
  };
});

let root: string;
let storage: TestStorage;
let load: WireLoad;

const driveAt = (n: number): string => join(root, `d${n}`);
const places = () => ({
  dataDir: join(root, 'data'),
  drives: [1, 2, 3, 4].map(driveAt),
});

beforeEach(async () => {
  root = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'faults-'));
});
afterEach(async () => {
  port.refuse = () => undefined;
  await storage.close();
  await rm(root, { recursive: true, force: true });
});

/** Starts a store with some data. */
async function start(): Promise<void> {
  storage = await startTestStorage(places());
  await storage.call({ method: 'PUT', path: '/load' });
  load = new WireLoad(() => storage, 4711);
  await load.run(80);
}

/** Counts the offline drives; the request makes the store check them. */
async function offline(): Promise<number> {
  const answer = await storage.call({ path: '/minio/admin/v3/info' });
  const { servers } = JSON.parse(answer.text);
  return servers[0].drives.filter((drive: { state: string }) => drive.state !== 'ok').length;
}

/**
 * Checks that everything matches what was acknowledged, both directly and after rebuilding the
 * index from the drives, with no leftover files.
 */
async function expectAllRight(): Promise<void> {
  await load.check();
  await storage.close();
  await deleteIndex(root);
  const store = await openStore(places());
  const { missing, ownerless } = await compareFiles(store, places().drives);
  expect({ missing, ownerless }).toEqual({ missing: [], ownerless: [] });
  expect(inconsistencies(store)).toEqual([]);
  await store.close();
  storage = await startTestStorage(places());
  await load.check();
  expect(load.wrong).toEqual([]);
}

/** Performs an action before the operation with that number. */
function at(...steps: readonly (readonly [number, () => unknown])[]) {
  return async (begun: number): Promise<void> => {
    await steps.find(([number]) => number === begun)?.[1]();
  };
}

describe('while load runs', () => {
  it('a drive directory is moved away and comes back, and another is removed', async () => {
    await start();
    await load.run(
      OPERATIONS,
      at(
        [30, () => rename(driveAt(1), join(root, 'away'))],
        [100, () => rename(join(root, 'away'), driveAt(1))],
        [101, offline],
        [150, () => rm(driveAt(3), { recursive: true })],
      ),
    );
    expect(load.refused).toEqual(new Map());
    expect(await offline()).toBe(1);
    await load.check();
    await storage.close();
    await replaceDrive(places(), driveAt(3));
    storage = await startTestStorage(places());
    expect(await offline()).toBe(0);
    await expectAllRight();
  });

  it('a file is in the place of a drive', async () => {
    await start();
    const swap = async (): Promise<void> => {
      await rename(driveAt(2), join(root, 'away'));
      await writeFile(driveAt(2), 'no directory');
    };
    await load.run(OPERATIONS, at([40, swap]));
    expect(load.refused).toEqual(new Map());
    expect(await offline()).toBe(1);
    await rm(driveAt(2));
    await rename(join(root, 'away'), driveAt(2));
    expect(await offline()).toBe(0);
    await expectAllRight();
  });

  it.each(['EROFS', 'EIO'])('a drive takes no more writes: %s', async (code) => {
    await start();
    const refuse = (): void => {
      port.refuse = (path) => (path.startsWith(`${driveAt(1)}/`) ? code : undefined);
    };
    await load.run(OPERATIONS, at([30, refuse]));
    expect(load.refused).toEqual(new Map());
    port.refuse = () => undefined;
    await expectAllRight();
  });

  it('two of four drives take no more writes', async () => {
    await start();
    const refuse = (): void => {
      const refusing = [`${driveAt(2)}/`, `${driveAt(3)}/`];
      port.refuse = (path) =>
        refusing.some((drive) => path.startsWith(drive)) ? 'EIO' : undefined;
    };
    await load.run(OPERATIONS, at([30, refuse]));
    // Only large content that was being written to both of them cannot be saved.
    expect([...load.refused.keys()].filter((error) => error !== TOO_FEW)).toEqual([]);
    expect(load.refused.get(TOO_FEW) ?? 0).toBeLessThanOrEqual(3);
    port.refuse = () => undefined;
    await expectAllRight();
  });

  it('three of four drives take no more writes, so that nothing is written', async () => {
    await start();
    const refuse = (): void => {
      port.refuse = (path) => (path.startsWith(`${driveAt(4)}/`) ? undefined : 'EROFS');
    };
    await load.run(OPERATIONS, at([30, refuse]));
    expect([...load.refused.keys()]).toEqual([TOO_FEW]);
    port.refuse = () => undefined;
    expect(await offline()).toBe(0);
    const before = load.refused.get(TOO_FEW);
    await load.run(OPERATIONS);
    expect(load.refused.get(TOO_FEW)).toBe(before);
    await expectAllRight();
  });

  it('the copies on a drive get flipped bytes', async () => {
    await start();
    const random = seeded(99);
    const flip = (): Promise<void> => flipBytes(driveAt(2), random);
    await load.run(
      OPERATIONS,
      at(...Array.from({ length: 20 }, (_, i) => [i * 10, flip] as const)),
    );
    expect(load.refused).toEqual(new Map());
    await expectAllRight();
  });

  it('all drives get full, in the middle of whatever is written', async () => {
    await start();
    let left = 3_000_000;
    const refuse = (): void => {
      port.refuse = (_, bytes) => {
        left -= bytes;
        return left < 0 ? 'ENOSPC' : undefined;
      };
    };
    await load.run(OPERATIONS, at([10, refuse]));
    expect([...load.refused.keys()]).toEqual([FULL]);
    await load.check();
    port.refuse = () => undefined;
    expect(await offline()).toBe(0);
    load.refused.clear();
    await load.run(OPERATIONS);
    expect(load.refused).toEqual(new Map());
    await expectAllRight();
  });

  // Uses separate small file systems, which only a superuser can mount; elsewhere the test above
  // covers this.
  it.skipIf(!canMount())(
    'file systems of 12 MiB are filled up, and deletes free them',
    async () => {
      for (const drive of places().drives) {
        await mkdir(drive);
        expect(mount(drive)).toBe(true);
      }
      try {
        await start();
        while (!load.refused.has(FULL)) {
          await load.fill();
        }
        expect([...load.refused.keys()]).toEqual([FULL]);
        await load.check();
        await storage.restart();
        await load.check();
        load.refused.clear();
        for (const key of load.keys) {
          await load.delete(key);
        }
        expect(load.refused).toEqual(new Map());
        await vi.waitFor(async () => {
          await offline();
          load.refused.clear();
          await load.run(1);
          expect(load.refused).toEqual(new Map());
        }, 30_000);
        await expectAllRight();
      } finally {
        await storage.close();
        for (const drive of places().drives) {
          spawnSync('umount', [drive]);
        }
      }
    },
  );
});

function mount(at: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', at]).status === 0;
}

function canMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'mount-'));
  const may = mount(at);
  spawnSync('umount', [at]);
  rmSync(at, { recursive: true });
  return may;
}
