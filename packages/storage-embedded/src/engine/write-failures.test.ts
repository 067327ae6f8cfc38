import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  contentFiles,
  get,
  makeBucket,
  put,
  StoreFixture,
  settled,
} from './testing/store-fixture.ts';

/** Outcome of the next file writes, chosen by each test. */
const fault = vi.hoisted(() => ({
  before: (_fd: number, _position: number): NodeJS.ErrnoException | undefined => undefined,
  /** The same for cutting a file. */
  cut: (): NodeJS.ErrnoException | undefined => undefined,
  /** Bytes that are written despite the failure. */
  partial: 0,
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    ftruncateSync: (fd: number, length: number) => {
      const error = fault.cut();
      if (error) {
        throw error;
      }
      real.ftruncateSync(fd, length);
    },
  };
});

vi.mock('./drives/raw-file.ts', async (original) => {
  const real = await original<typeof import('./drives/raw-file.ts')>();
  return {
    ...real,
    writeAll: async (fd: number, bytes: Uint8Array, position: number) => {
      const error = fault.before(fd, position);
      if (error) {
        await real.writeAll(fd, bytes.subarray(0, fault.partial), position);
        throw error;
      }
      return real.writeAll(fd, bytes, position);
    },
  };
});

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  await put(fixture.store, 'before', 'x');
});
afterEach(async () => {
  fault.before = () => undefined;
  fault.cut = () => undefined;
  fault.partial = 0;
  await fixture.remove();
});

/** Only the first write from here fails. */
function failOnce(code: string): void {
  let done = false;
  fault.before = () => {
    if (done) {
      return undefined;
    }
    done = true;
    return failure(code);
  };
}

describe('a write that fails', () => {
  it('on one drive goes to others, and the drive is out of use', async () => {
    fault.partial = 20;
    failOnce('EIO');
    await put(fixture.store, 'k', 'y');
    expect(
      fixture.store.upkeep.parts.drives
        .states()
        .map((d) => d.state)
        .sort(),
    ).toEqual(['offline', 'ok', 'ok', 'ok']);
    expect(await get(fixture.store, 'k')).toBe('y');
    await put(fixture.store, 'l', 'z');
    await fixture.rebuild();
    expect(await get(fixture.store, 'before')).toBe('x');
    expect(await get(fixture.store, 'k')).toBe('y');
    expect(await get(fixture.store, 'l')).toBe('z');
  });

  it('on a full drive goes to others that have room', async () => {
    failOnce('ENOSPC');
    await put(fixture.store, 'k', 'y');
    expect(await get(fixture.store, 'k')).toBe('y');
    expect((await fixture.store.drives()).map((d) => d.state)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('because the process may open no more files takes no drive out of use', async () => {
    fault.before = () => failure('EMFILE');
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    const states = fixture.store.upkeep.parts.drives.states();
    expect(states.map((d) => d.state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    fault.before = () => undefined;
    await put(fixture.store, 'k', 'z');
    expect(await get(fixture.store, 'k')).toBe('z');
  });

  it('on all drives because they are full is refused, and harms nothing', async () => {
    fault.partial = 50;
    fault.before = () => failure('ENOSPC');
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject({ code: 'XMinioStorageFull' });
    await expect(put(fixture.store, 'k', 'y'.repeat(50_000))).rejects.toMatchObject({
      code: 'XMinioStorageFull',
    });
    fault.before = () => undefined;
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await get(fixture.store, 'before')).toBe('x');
    await fixture.store.upkeep.poll();
    await put(fixture.store, 'after', 'z');
    await fixture.rebuild();
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await get(fixture.store, 'before')).toBe('x');
    expect(await get(fixture.store, 'after')).toBe('z');
  });

  it.each([
    ['small', 10],
    ['large', 50_000],
  ])('because drives are full is told so, though they have room by then (%s)', async (_, size) => {
    const { drives } = fixture.store.upkeep.parts;
    fault.before = () => {
      for (const drive of drives.all) {
        drive.available = drive.total;
      }
      return failure('ENOSPC');
    };
    const full = { code: 'XMinioStorageFull', status: 507 };
    await expect(put(fixture.store, 'k', 'y'.repeat(size))).rejects.toMatchObject(full);
  });

  it('because one drive is full and others fail is told that it is full', async () => {
    const codes = ['EMFILE', 'ENOSPC', 'EMFILE', 'EMFILE', 'EMFILE'];
    fault.before = () => failure(codes.shift() ?? 'EMFILE');
    const full = { code: 'XMinioStorageFull', status: 507 };
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject(full);
  });

  it('in the index takes the record out of the log again', async () => {
    const { db } = fixture.store.index;
    db.exec(
      'CREATE TEMP TRIGGER refuse BEFORE INSERT ON current BEGIN SELECT RAISE(ABORT, "refused"); END',
    );
    await expect(put(fixture.store, 'k', 'y')).rejects.toThrow();
    expect(fixture.store.usage()).toMatchObject([{ objects: 1 }]);
    db.exec('DROP TRIGGER refuse');
    await put(fixture.store, 'l', 'z');
    await fixture.rebuild();
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await get(fixture.store, 'l')).toBe('z');
  });
});

describe('a large write', () => {
  it('that was refused and may be found in the log later has its content then', async () => {
    await put(fixture.store, 'k', 'x'.repeat(20_000));
    const { index, upkeep } = fixture.store;
    index.db.exec(
      'CREATE TEMP TRIGGER refuse BEFORE INSERT ON current BEGIN SELECT RAISE(ABORT, "refused"); END',
    );
    // The drives do not let the record be cut off again.
    fault.cut = () => failure('EIO');
    await expect(put(fixture.store, 'k', 'y'.repeat(20_000))).rejects.toThrow();
    fault.cut = () => undefined;
    expect(upkeep.parts.drives.working.length).toBeLessThan(4);
    await fixture.rebuild();
    expect(['x'.repeat(20_000), 'y'.repeat(20_000)]).toContain(await get(fixture.store, 'k'));
  });

  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(20_000);
    throw new Error('the client went away');
  }

  it('that the client breaks off leaves nothing', async () => {
    const write = put(fixture.store, 'k', '', { body: { source: broken() } });
    await expect(write).rejects.toThrow('went away');
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('that is shorter than announced is refused', async () => {
    const source = (async function* () {
      yield Buffer.alloc(20_000);
    })();
    const write = put(fixture.store, 'k', '', { body: { source, size: 20_001 } });
    await expect(write).rejects.toMatchObject({ code: 'IncompleteBody' });
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('that its digest refuses leaves nothing', async () => {
    for (const size of [10, 20_000]) {
      const source = (async function* () {
        yield Buffer.alloc(size);
      })();
      const finish = (): never => {
        throw new Error('wrong digest');
      };
      await expect(put(fixture.store, 'k', '', { body: { source, finish } })).rejects.toThrow(
        'wrong digest',
      );
    }
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('ends when what is left of the drives is kept for deletes, and leaves nothing', async () => {
    const source = (async function* () {
      for (let count = 0; count < 50; count++) {
        if (count === 20) {
          for (const drive of fixture.store.upkeep.parts.drives.all) {
            drive.available = 1024;
          }
        }
        yield Buffer.alloc(65_536);
      }
    })();
    const write = put(fixture.store, 'k', '', { body: { source } });
    await expect(write).rejects.toMatchObject({ code: 'XMinioStorageFull' });
    expect(await contentFiles(fixture)).toEqual([]);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'before' });
  });

  it('goes on when one of its drives fails, with two copies in the end', async () => {
    const content = 'content '.repeat(500_000);
    const [drive] = fixture.store.upkeep.parts.drives.all;
    const source = (async function* () {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length; at += 65_536) {
        if (at === 65_536 * 20) {
          fixture.store.upkeep.parts.drives.failed(drive?.slot ?? 0, failure('EIO'));
        }
        yield bytes.subarray(at, at + 65_536);
      }
    })();
    await put(fixture.store, 'k', '', { body: { source } });
    expect((await get(fixture.store, 'k')) === content).toBe(true);
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toHaveLength(2);
  });
});
