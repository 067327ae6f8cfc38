import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentPath } from '../drives/drive.ts';
import { inconsistencies } from '../testing/consistency.ts';
import {
  contentFiles,
  get,
  makeBucket,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';

const COUNT = 150;
const LARGE = 'large '.repeat(2000);

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

const contentOf = (i: number): string => `content ${i} `.repeat(200);

async function fill(): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    await put(fixture.store, `k${i}`, contentOf(i));
  }
  await put(fixture.store, 'large', LARGE);
}

async function expectAll(): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    expect(await get(fixture.store, `k${i}`)).toBe(contentOf(i));
  }
  expect(await get(fixture.store, 'large')).toBe(LARGE);
  expect(inconsistencies(fixture.store)).toEqual([]);
}

const driveAt = (slot: number): string => fixture.drives[slot] ?? '';

async function takeAway(...slots: number[]): Promise<void> {
  for (const slot of slots) {
    await rename(driveAt(slot), `${driveAt(slot)}.away`);
  }
}

async function bringBack(...slots: number[]): Promise<void> {
  for (const slot of slots) {
    await rm(driveAt(slot), { recursive: true, force: true });
    await rename(`${driveAt(slot)}.away`, driveAt(slot));
  }
}

/** The drives that the log is written to now. */
function activeSlots(): readonly number[] {
  const { segments, writer } = fixture.store.upkeep.parts;
  return segments.get(writer.activeId ?? 0)?.slots ?? [];
}

async function loseIndex(): Promise<void> {
  await fixture.close();
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(join(fixture.dataDir, `index.sqlite${suffix}`), { force: true });
  }
}

/** A copy of the data directory, times of change included. */
function keepDataDir(): void {
  spawnSync('cp', ['-a', fixture.dataDir, `${fixture.dataDir}.then`]);
}

async function compact(): Promise<void> {
  fixture.store.upkeep.parts.compaction.loop.kick();
  await settled(fixture.store);
}

describe('with two of four drives away, a lost index', () => {
  it('is not made again from the other two, and everything is there when they are back', async () => {
    await fill();
    await loseIndex();
    await takeAway(0, 1);
    await expect(fixture.open()).rejects.toThrow(/cannot be opened.*Drives away: .*d0.*drive/s);
    await bringBack(0, 1);
    await fixture.open();
    await expectAll();
    await compact();
    await fixture.rebuild();
    await expectAll();
  });

  it('is not taken for an empty store, although they have all of the log', async () => {
    await put(fixture.store, 'only', 'x');
    const slots = activeSlots();
    await loseIndex();
    await takeAway(...slots);
    await expect(fixture.open()).rejects.toThrow('cannot be opened');
    await bringBack(...slots);
    await fixture.open();
    expect(await get(fixture.store, 'only')).toBe('x');
  });

  it('is made again when only one drive is away', async () => {
    await fill();
    await loseIndex();
    await takeAway(2);
    await fixture.open();
    await expectAll();
  });
});

describe('power loss with two of four drives away afterwards', () => {
  it('does not void what was acknowledged last', async () => {
    await fill();
    await fixture.reopen();
    await put(fixture.store, 'last', 'acknowledged');
    const slots = activeSlots();
    await fixture.cutPower();
    await takeAway(...slots);
    await expect(fixture.open()).rejects.toThrow('what was written last may be on drives');
    await bringBack(...slots);
    await fixture.open();
    expect(await get(fixture.store, 'last')).toBe('acknowledged');
    await expectAll();
  });
});

describe('a store that was closed well and lacks two of four drives', () => {
  it('reads and refuses writes until they are back, and destroys nothing', async () => {
    await fill();
    await fixture.close();
    await takeAway(0, 1);
    await fixture.open();
    await expect(put(fixture.store, 'new', 'x')).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      message: expect.stringContaining('Drives are away'),
    });
    await expect(fixture.store.deleteObject({ bucket: 'bucket', key: 'k1' })).rejects.toMatchObject(
      { code: 'ServiceUnavailable' },
    );
    const health = fixture.store.health();
    expect(health).toMatchObject({ complete: false });
    expect(health.writesRefused).toContain('Drives are away');
    expect(health.unreadableSegments.length).toBeGreaterThan(0);
    await bringBack(0, 1);
    await fixture.store.upkeep.poll();
    await put(fixture.store, 'new', 'x');
    expect(fixture.store.health().writesRefused).toBeUndefined();
    await settled(fixture.store);
    await fixture.rebuild();
    await expectAll();
    expect(await get(fixture.store, 'new')).toBe('x');
  });
});

describe('drives that went a moment ago', () => {
  it('make reads answer that it is not now, before anybody has looked at the drives', async () => {
    await put(fixture.store, 'small', 'x');
    await put(fixture.store, 'large', LARGE);
    await fixture.reopen();
    await takeAway(0, 1, 2, 3);
    const refused = { code: 'ServiceUnavailable', status: 503 };
    await expect(get(fixture.store, 'small')).rejects.toMatchObject(refused);
    await expect(get(fixture.store, 'large')).rejects.toMatchObject(refused);
    await bringBack(0, 1, 2, 3);
    await fixture.store.upkeep.poll();
    expect(await get(fixture.store, 'small')).toBe('x');
    expect(await get(fixture.store, 'large')).toBe(LARGE);
  });

  it('are not used before a restart when they were in use by a later session', async () => {
    await put(fixture.store, 'before', 'x');
    await fixture.close();
    keepDataDir();
    await takeAway(0);
    await fixture.open();
    await put(fixture.store, 'later', 'y');
    await fixture.close();
    await bringBack(0);
    await takeAway(1, 2, 3);
    await rm(fixture.dataDir, { recursive: true });
    await rename(`${fixture.dataDir}.then`, fixture.dataDir);
    await fixture.open();
    await bringBack(1, 2, 3);
    await fixture.store.upkeep.poll();
    const [, second] = fixture.store.health().drives;
    expect(second).toMatchObject({ state: 'away', reason: expect.stringContaining('restart') });
    await expect(put(fixture.store, 'other', 'z')).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    await fixture.reopen();
    expect(await get(fixture.store, 'later')).toBe('y');
    expect(await get(fixture.store, 'before')).toBe('x');
  });
});

describe('an index that was made although records were lost', () => {
  it('lets no content be swept that they may have referred to', async () => {
    await put(fixture.store, 'large', LARGE);
    const slots = activeSlots();
    await fixture.reopen();
    await put(fixture.store, 'later', 'x');
    const before = await contentFiles(fixture);
    await fixture.close();
    for (const slot of slots) {
      for (const name of await readdir(join(driveAt(slot), 'log'))) {
        const path = join(driveAt(slot), 'log', name);
        const bytes = await readFile(path);
        const at = bytes.indexOf('"key":"large"');
        if (at >= 0) {
          bytes.fill(0, at, at + 8);
          await writeFile(path, bytes);
        }
      }
    }
    await fixture.rebuild();
    await settled(fixture.store);
    expect(fixture.store.getObject('bucket', 'large')).toBeUndefined();
    expect(await contentFiles(fixture)).toEqual(before);
  });
});

describe('empty directories where two drives were mounted', () => {
  it('are not formatted, and the drives are taken in when they are back', async () => {
    await fill();
    await fixture.close();
    await takeAway(1, 2);
    await mkdir(driveAt(1));
    await mkdir(driveAt(2));
    await fixture.open();
    expect(await readdir(driveAt(1))).toEqual([]);
    expect(fixture.store.health().refused.map(({ path }) => path)).toEqual([
      driveAt(1),
      driveAt(2),
    ]);
    expect(fixture.messages.join()).toContain('npm run storage -- drive replace');
    await bringBack(1, 2);
    await fixture.store.upkeep.poll();
    await settled(fixture.store);
    await expectAll();
  });
});

describe('compaction', () => {
  it('does not drop what it cannot read, so that nothing deleted comes back', async () => {
    await fill();
    for (let i = 0; i < COUNT; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    const before = fixture.store.upkeep.parts.segments.size;
    await takeAway(0, 1);
    await fixture.store.upkeep.poll();
    await compact();
    expect(fixture.store.upkeep.parts.segments.size).toBeGreaterThanOrEqual(before);
    await fixture.close();
    await bringBack(0, 1);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(fixture.store.usage()).toMatchObject([{ objects: 1 }]);
    await compact();
    await fixture.rebuild();
    expect(fixture.store.usage()).toMatchObject([{ objects: 1 }]);
  });

  it('keeps a segment whose deletions no copy has whole', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create();
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', 'x'.repeat(3000));
    await fixture.reopen();
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    const { segments, writer, compaction, drives } = fixture.store.upkeep.parts;
    const tombstone = segments.get(writer.activeId ?? 0);
    await put(fixture.store, 'later', 'x');
    await writer.seal();
    for (const slot of tombstone?.slots ?? []) {
      const drive = drives.all[slot];
      const path = drive ? segmentPath(drive, tombstone?.id ?? 0) : '';
      const bytes = await readFile(path);
      bytes.fill(0, bytes.indexOf('"key":"k"') - 8, bytes.indexOf('"key":"k"') + 8);
      await writeFile(path, bytes);
    }
    await expect(compaction.compact(tombstone?.id ?? 0)).rejects.toThrow('records of deletions');
    expect(segments.has(tombstone?.id ?? 0)).toBe(true);
  });
});

describe('an index that was put back to an earlier day', () => {
  /** Much is deleted and compacted away since a copy of the data directory was made. */
  async function goOn(): Promise<void> {
    for (let i = 0; i < COUNT; i += 1) {
      if (i % 10 !== 0) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
      }
    }
    await compact();
    await fixture.reopen();
    for (let i = 0; i < 20; i++) {
      await put(fixture.store, `later${i}`, contentOf(i));
      await fixture.store.deleteObject({ bucket: 'bucket', key: `later${i}` });
    }
    await compact();
  }

  async function expectNoGhosts(): Promise<void> {
    expect(fixture.store.usage()).toMatchObject([{ objects: COUNT / 10 + 1 }]);
    for (let i = 0; i < COUNT; i++) {
      expect(await get(fixture.store, `k${i}`)).toBe(i % 10 === 0 ? contentOf(i) : undefined);
    }
    expect(inconsistencies(fixture.store)).toEqual([]);
    expect(fixture.messages.join()).toContain('The index is made again');
  }

  it('is made again when it is of an earlier session', async () => {
    await fill();
    await fixture.close();
    keepDataDir();
    await fixture.open();
    await goOn();
    await fixture.close();
    await rm(fixture.dataDir, { recursive: true });
    await rename(`${fixture.dataDir}.then`, fixture.dataDir);
    await fixture.open();
    await expectNoGhosts();
  });

  it('is made again when it is of this session and the log has left it behind', async () => {
    await fill();
    await fixture.reopen();
    const path = fixture.store.index.path;
    const then = [await readFile(path), await readFile(`${path}-wal`)] as const;
    for (let i = 0; i < COUNT; i++) {
      if (i % 10 !== 0) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
      }
    }
    await compact();
    await fixture.cutPower();
    await writeFile(path, then[0]);
    await writeFile(`${path}-wal`, then[1]);
    await fixture.open();
    await expectNoGhosts();
  });

  it.each([0, 1, 2, 3])('is made again also while drive %i is away', async (slot) => {
    await fill();
    await fixture.reopen();
    const path = fixture.store.index.path;
    const then = [await readFile(path), await readFile(`${path}-wal`)] as const;
    // The segments of this fill are listed by those that stay, and then dropped.
    await fill();
    await fixture.store.upkeep.parts.writer.seal();
    for (let i = 0; i < COUNT; i += 10) {
      await put(fixture.store, `k${i}`, contentOf(i));
    }
    await fixture.store.upkeep.parts.writer.seal();
    for (let i = 0; i < COUNT; i++) {
      if (i % 10 !== 0) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
      }
    }
    await compact();
    await fixture.cutPower();
    await writeFile(path, then[0]);
    await writeFile(`${path}-wal`, then[1]);
    await takeAway(slot);
    await fixture.open();
    await expectNoGhosts();
  });

  it('lets a read of what it holds wrongly fail, not go on for ever', async () => {
    await put(fixture.store, 'k', 'x');
    const { segments } = fixture.store.upkeep.parts;
    const object = fixture.store.getObject('bucket', 'k');
    const kept = new Map(segments);
    fixture.store.index.accounting.segments.clear();
    await expect(object && fixture.store.readSmall(object)).rejects.toMatchObject({
      code: 'InternalError',
    });
    for (const [id, segment] of kept) {
      fixture.store.index.accounting.segments.set(id, segment);
    }
  });
});
