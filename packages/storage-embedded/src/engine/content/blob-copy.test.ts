import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';

const MIB = 1024 * 1024;

const port = vi.hoisted(() => ({
  /** Runs before each write; the write fails if it throws. */
  before: async (_fd: number, _position: number): Promise<void> => undefined,
  writing: [] as number[],
  /** Files that were closed while they were being written. */
  closedEarly: [] as number[],
}));

vi.mock('../drives/raw-file.ts', async (original) => {
  const real = await original<typeof import('../drives/raw-file.ts')>();
  return {
    ...real,
    writeAll: async (fd: number, bytes: Uint8Array, position: number) => {
      port.writing.push(fd);
      try {
        await port.before(fd, position);
        await real.writeAll(fd, bytes, position);
      } finally {
        port.writing.splice(port.writing.indexOf(fd), 1);
      }
    },
    closeFile: (fd: number) => {
      if (port.writing.includes(fd)) {
        port.closedEarly.push(fd);
      }
      return real.closeFile(fd);
    },
  };
});

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(async () => {
  port.before = async () => undefined;
  await fixture.remove();
});

it('is not closed while a chunk is being written, although another one failed', async () => {
  const { drives } = fixture.store.upkeep.parts;
  let failing: number | undefined;
  const second = Promise.withResolvers<void>();
  port.before = async (fd, position) => {
    if (position === 0 && failing === undefined) {
      failing = fd;
      await second.promise;
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    }
    if (fd === failing && position === MIB) {
      second.resolve();
      await vi.waitFor(() => expect(drives.working).toHaveLength(3));
      // The failed copy is being given up by now.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await put(fixture.store, 'k', Buffer.alloc(3 * MIB));
  expect(failing).toBeDefined();
  expect(port.closedEarly).toEqual([]);
});
