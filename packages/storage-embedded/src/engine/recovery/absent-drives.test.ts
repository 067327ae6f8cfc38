import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentPath } from '../drives/drive.ts';
import { inconsistencies } from '../testing/consistency.ts';
import {
  activeSlots,
  bringBack,
  COUNT,
  compact,
  contentOf,
  driveAt,
  fill,
  keepDataDir,
  LARGE,
  takeAway,
} from '../testing/many-objects.ts';
import {
  contentFiles,
  get,
  makeBucket,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

async function expectAll(): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    expect(await get(fixture.store, `k${i}`)).toBe(contentOf(i));
  }
  expect(await get(fixture.store, 'large')).toBe(LARGE);
  expect(inconsistencies(fixture.store)).toEqual([]);
}

async function loseIndex(): Promise<void> {
  await fixture.close();
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(join(fixture.dataDir, `index.sqlite${suffix}`), { force: true });
  }
}

describe('with two of four drives away, a lost index', () => {
  it('is not made again from the other two, and everything is there when they are back', async () => {
    await fill(fixture);
    await loseIndex();
    await takeAway(fixture, 0, 1);
    await expect(fixture.open()).rejects.toThrow(/cannot be opened.*Drives away: .*d0.*drive/s);
    await bringBack(fixture, 0, 1);
    await fixture.open();
    await expectAll();
    await compact(fixture);
    await fixture.rebuild();
    await expectAll();
  });

  it('is not taken for an empty store, although they have all of the log', async () => {
    await put(fixture.store, 'only', 'x');
    const slots = activeSlots(fixture);
    await loseIndex();
    await takeAway(fixture, ...slots);
    await expect(fixture.open()).rejects.toThrow('cannot be opened');
    await bringBack(fixture, ...slots);
    await fixture.open();
    expect(await get(fixture.store, 'only')).toBe('x');
  });

  it('is made again when only one drive is away', async () => {
    await fill(fixture);
    await loseIndex();
    await takeAway(fixture, 2);
    await fixture.open();
    await expectAll();
  });
});

describe('with one drive away', () => {
  it('a segment that only it has is not passed over after power loss', async () => {
    await fixture.reopen();
    await put(fixture.store, 'between', 'x');
    const { segments, writer } = fixture.store.upkeep.parts;
    const id = writer.activeId ?? 0;
    const [away = 0, without = 0] = segments.get(id)?.slots ?? [];
    await writer.seal();
    await put(fixture.store, 'later', 'y');
    await fixture.cutPower();
    await rm(segmentPath({ path: driveAt(fixture, without) }, id));
    await takeAway(fixture, away);
    await expect(fixture.open()).rejects.toThrow('cannot be opened');
    await bringBack(fixture, away);
    await fixture.open();
    expect(await get(fixture.store, 'between')).toBe('x');
    expect(await get(fixture.store, 'later')).toBe('y');
  });

  it('no segment gets the id of one that it may have', async () => {
    const { lastId } = fixture.store.upkeep.parts.writer;
    await fixture.close();
    await takeAway(fixture, 0);
    await fixture.open();
    await put(fixture.store, 'k', 'x');
    expect(fixture.store.upkeep.parts.writer.lastId).toBeGreaterThan(lastId + 100);
  });
});

describe('power loss with two of four drives away afterwards', () => {
  it('does not void what was acknowledged last', async () => {
    await fill(fixture);
    await fixture.reopen();
    await put(fixture.store, 'last', 'acknowledged');
    const slots = activeSlots(fixture);
    await fixture.cutPower();
    await takeAway(fixture, ...slots);
    await expect(fixture.open()).rejects.toThrow('what was written last may be on drives');
    await bringBack(fixture, ...slots);
    await fixture.open();
    expect(await get(fixture.store, 'last')).toBe('acknowledged');
    await expectAll();
  });
});

describe('a store that was closed well and lacks two of four drives', () => {
  it('reads and refuses writes until they are back, and destroys nothing', async () => {
    await fill(fixture);
    await fixture.close();
    await takeAway(fixture, 0, 1);
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
    await bringBack(fixture, 0, 1);
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
    await takeAway(fixture, 0, 1, 2, 3);
    const refused = { code: 'ServiceUnavailable', status: 503 };
    await expect(get(fixture.store, 'small')).rejects.toMatchObject(refused);
    await expect(get(fixture.store, 'large')).rejects.toMatchObject(refused);
    await bringBack(fixture, 0, 1, 2, 3);
    await fixture.store.upkeep.poll();
    expect(await get(fixture.store, 'small')).toBe('x');
    expect(await get(fixture.store, 'large')).toBe(LARGE);
  });

  it('are not used before a restart when they were in use by a later session', async () => {
    await put(fixture.store, 'before', 'x');
    await fixture.close();
    keepDataDir(fixture);
    await takeAway(fixture, 0);
    await fixture.open();
    await put(fixture.store, 'later', 'y');
    await fixture.close();
    await bringBack(fixture, 0);
    await takeAway(fixture, 1, 2, 3);
    await rm(fixture.dataDir, { recursive: true });
    await rename(`${fixture.dataDir}.then`, fixture.dataDir);
    await fixture.open();
    await bringBack(fixture, 1, 2, 3);
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
    const slots = activeSlots(fixture);
    await fixture.reopen();
    await put(fixture.store, 'later', 'x');
    const before = await contentFiles(fixture);
    await fixture.close();
    for (const slot of slots) {
      for (const name of await readdir(join(driveAt(fixture, slot), 'log'))) {
        const path = join(driveAt(fixture, slot), 'log', name);
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
    await fill(fixture);
    await fixture.close();
    await takeAway(fixture, 1, 2);
    await mkdir(driveAt(fixture, 1));
    await mkdir(driveAt(fixture, 2));
    await fixture.open();
    expect(await readdir(driveAt(fixture, 1))).toEqual([]);
    expect(fixture.store.health().refused.map(({ path }) => path)).toEqual([
      driveAt(fixture, 1),
      driveAt(fixture, 2),
    ]);
    expect(fixture.messages.join()).toContain('npm run storage -- drive replace');
    await bringBack(fixture, 1, 2);
    await fixture.store.upkeep.poll();
    await settled(fixture.store);
    await expectAll();
  });
});

describe('compaction', () => {
  it('does not drop what it cannot read, so that nothing deleted comes back', async () => {
    await fill(fixture);
    for (let i = 0; i < COUNT; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    const before = fixture.store.upkeep.parts.segments.size;
    await takeAway(fixture, 0, 1);
    await fixture.store.upkeep.poll();
    await compact(fixture);
    expect(fixture.store.upkeep.parts.segments.size).toBeGreaterThanOrEqual(before);
    await fixture.close();
    await bringBack(fixture, 0, 1);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(fixture.store.usage()).toMatchObject([{ objects: 1 }]);
    await compact(fixture);
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

  it('is tried again later where a segment cannot be read now, and drops nothing', async () => {
    await fill(fixture);
    for (let i = 0; i < COUNT; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    const [id = 0] = fixture.store.upkeep.parts.segments.keys();
    await fixture.reopen();
    const { compaction, segments } = fixture.store.upkeep.parts;
    await takeAway(fixture, ...(segments.get(id)?.slots ?? []));
    await expect(compaction.compact(id)).rejects.toThrow('cannot be read now');
    expect(segments.has(id)).toBe(true);
  });
});
