import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentPath } from '../drives/drive.ts';
import { inconsistencies } from '../testing/consistency.ts';
import {
  activeSlots,
  bringBack,
  COUNT,
  compact,
  contentOf,
  deleteMost,
  fill,
  keepDataDir,
  takeAway,
} from '../testing/many-objects.ts';
import { get, makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

describe('an index that was put back to an earlier day', () => {
  /** Deletes and compacts away most of the data after the data directory was copied. */
  async function goOn(): Promise<void> {
    await deleteMost(fixture);
    await compact(fixture);
    await fixture.reopen();
    for (let i = 0; i < 20; i++) {
      await put(fixture.store, `later${i}`, contentOf(i));
      await fixture.store.deleteObject({ bucket: 'bucket', key: `later${i}` });
    }
    await compact(fixture);
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
    await fill(fixture);
    await fixture.close();
    keepDataDir(fixture);
    await fixture.open();
    await goOn();
    await fixture.close();
    await rm(fixture.dataDir, { recursive: true });
    await rename(`${fixture.dataDir}.then`, fixture.dataDir);
    await fixture.open();
    await expectNoGhosts();
  });

  it('is made again when it is of this session and the log has left it behind', async () => {
    await fill(fixture);
    await fixture.reopen();
    const path = fixture.store.index.path;
    const then = [await readFile(path), await readFile(`${path}-wal`)] as const;
    await deleteMost(fixture);
    await compact(fixture);
    await fixture.cutPower();
    await writeFile(path, then[0]);
    await writeFile(`${path}-wal`, then[1]);
    await fixture.open();
    await expectNoGhosts();
  });

  it.each([0, 1, 2, 3])('is made again also while drive %i is away', async (slot) => {
    await fill(fixture);
    await fixture.reopen();
    const path = fixture.store.index.path;
    const then = [await readFile(path), await readFile(`${path}-wal`)] as const;
    // These segments are listed in the headers of those that remain, and then dropped.
    await fill(fixture);
    await fixture.store.upkeep.parts.writer.seal();
    for (let i = 0; i < COUNT; i += 10) {
      await put(fixture.store, `k${i}`, contentOf(i));
    }
    await fixture.store.upkeep.parts.writer.seal();
    await deleteMost(fixture);
    await compact(fixture);
    await fixture.cutPower();
    await writeFile(path, then[0]);
    await writeFile(`${path}-wal`, then[1]);
    await takeAway(fixture, slot);
    await fixture.open();
    await expectNoGhosts();
  });

  it('is not brought up to date while what it lacks is on drives that are away', async () => {
    await fill(fixture);
    await fixture.reopen();
    const path = fixture.store.index.path;
    const then = [await readFile(path), await readFile(`${path}-wal`)] as const;
    await put(fixture.store, 'lacking', 'x');
    const lacking = activeSlots(fixture);
    const { drives, writer } = fixture.store.upkeep.parts;
    const id = writer.activeId ?? 0;
    do {
      await writer.seal();
      await put(fixture.store, 'later', 'x');
    } while (activeSlots(fixture).some((slot) => lacking.includes(slot)));
    await fixture.cutPower();
    await writeFile(path, then[0]);
    await writeFile(`${path}-wal`, then[1]);
    const [away = 0, torn = 0] = lacking;
    await takeAway(fixture, away);
    const drive = drives.all[torn];
    await rm(drive ? segmentPath(drive, id) : '');
    await expect(fixture.open()).rejects.toThrow('objects are on drives that are away');
    await bringBack(fixture, away);
    await fixture.open();
    expect(await get(fixture.store, 'lacking')).toBe('x');
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
