import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SegmentInfo } from '../index/accounting.ts';
import type { Covers } from '../log/entries.ts';
import {
  contentFiles,
  get,
  makeBucket,
  put,
  readAll,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import { chooseSegment, SegmentSpan } from './compaction-choice.ts';

const LIMITS = { minShare: 0.5, minBytes: 100, smallBytes: 200, maxSmall: 2 };

function segment(
  id: number,
  more: Partial<SegmentInfo> & { covers?: Covers; bytes?: number } = {},
): SegmentInfo {
  const { covers, bytes = 0, ...rest } = more;
  const tombstones = new Map(covers ? [['x', { covers, bytes }]] : []);
  return { id, slots: [0, 1], length: 1000, live: 1000, draining: false, tombstones, ...rest };
}

function choose(segments: readonly SegmentInfo[], not: readonly number[] = []): number | undefined {
  return chooseSegment(new Map(segments.map((s) => [s.id, s])), new Set(not), LIMITS);
}

describe('the choice of a segment', () => {
  it('falls on the one with the largest share to gain, if that is enough', () => {
    expect(choose([segment(1, { live: 600 }), segment(2), segment(3)])).toBeUndefined();
    expect(choose([segment(1, { live: 500 }), segment(2, { live: 100 }), segment(3)])).toBe(2);
    expect(choose([segment(1, { live: 500 }), segment(2, { live: 100 })], [2])).toBe(1);
    expect(choose([segment(1, { length: 90, live: 0 })])).toBeUndefined();
  });

  it('falls on one that was begun before any other', () => {
    expect(choose([segment(1, { live: 0 }), segment(2, { draining: true })])).toBe(2);
  });

  it('falls on the shortest of many short ones', () => {
    const short = [150, 120, 180].map((length, i) => segment(i + 1, { length, live: length }));
    expect(choose(short.slice(1))).toBeUndefined();
    expect(choose(short)).toBe(2);
  });

  it('counts tombstones as gain once nothing they cover is left', () => {
    const five = segment(5, { live: 0, covers: [2, 3], bytes: 900 });
    expect(choose([segment(1), segment(3), segment(4), five])).toBeUndefined();
    expect(choose([segment(1), segment(4), five])).toBe(5);
    expect(choose([segment(1, { draining: true }), segment(4), five], [1])).toBeUndefined();
  });
});

describe('a tombstone', () => {
  const span = (ids: readonly number[]) =>
    new SegmentSpan(new Map(ids.map((id) => [id, segment(id)])));

  it('is needed while a segment that it covers is there, other than its own', () => {
    expect(span([1, 5, 9]).needs([5, 5], 9)).toBe(true);
    expect(span([1, 9]).needs([5, 5], 9)).toBe(false);
    expect(span([1, 5, 9]).needs([2, 4], 9)).toBe(false);
    expect(span([1, 5, 9]).needs([2, 8], 9)).toBe(true);
    expect(span([5, 9]).needs([5, 5], 5)).toBe(false);
    expect(span([5, 6, 9]).needs([5, 6], 5)).toBe(true);
    expect(span([]).needs([5, 6], 5)).toBe(false);
  });
});

describe('compaction', () => {
  let fixture: StoreFixture;
  beforeEach(async () => {
    fixture = await StoreFixture.create();
    await makeBucket(fixture.store);
  });
  afterEach(() => fixture.remove());

  async function logBytes(): Promise<number> {
    let sum = 0;
    for (const drive of fixture.drives) {
      for (const name of await readdir(join(drive, 'log'))) {
        sum += (await stat(join(drive, 'log', name))).size;
      }
    }
    return sum;
  }

  async function compact(): Promise<void> {
    fixture.store.upkeep.parts.compaction.loop.kick();
    await settled(fixture.store);
  }

  it('gives the room of deleted and replaced objects back', async () => {
    for (let i = 0; i < 200; i++) {
      await put(fixture.store, `k${i % 50}`, `${i}`.padEnd(3000, 'x'));
    }
    const before = await logBytes();
    for (let i = 0; i < 40; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    await fixture.reopen();
    await compact();
    expect(await logBytes()).toBeLessThan(before / 4);
    await fixture.rebuild();
    expect(fixture.store.usage()).toMatchObject([{ objects: 10, versions: 10 }]);
    expect(await get(fixture.store, 'k45')).toBe('195'.padEnd(3000, 'x'));
  });

  it('moves objects that are being read without disturbing their readers', async () => {
    for (let i = 0; i < 60; i++) {
      await put(fixture.store, `k${i}`, `${i}`.padEnd(3000, 'x'));
    }
    const kept = fixture.store.getObject('bucket', 'k7');
    for (let i = 0; i < 60; i++) {
      if (i !== 7) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
      }
    }
    await fixture.reopen();
    await compact();
    expect(kept && (await readAll(fixture.store, kept)).toString()).toBe('7'.padEnd(3000, 'x'));
    expect(kept && Buffer.from((await fixture.store.readSmall(kept)) ?? '').toString()).toBe(
      '7'.padEnd(3000, 'x'),
    );
  });

  it('does not bring anything back when a dropped segment reappears', async () => {
    for (let i = 0; i < 60; i++) {
      await put(fixture.store, `k${i}`, `${i}`.padEnd(3000, 'x'));
    }
    const log = join(fixture.drives[0] ?? '', 'log');
    const names = await readdir(log);
    for (const name of names) {
      await copyFile(join(log, name), join(fixture.root, name));
    }
    for (let i = 0; i < 59; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    for (let round = 0; round < 3; round++) {
      await fixture.reopen();
      await put(fixture.store, 'more', `${round}`);
      await compact();
    }
    const left = new Set(await readdir(log));
    const gone = names.filter((name) => !left.has(name));
    expect(gone.length).toBeGreaterThan(0);
    await fixture.close();
    for (const name of gone) {
      await copyFile(join(fixture.root, name), join(log, name));
    }
    await fixture.rebuild();
    expect(fixture.store.usage()).toMatchObject([{ objects: 2, versions: 2 }]);
    await fixture.store.upkeep.poll();
    expect((await readdir(log)).filter((name) => gone.includes(name))).toEqual([]);
  });

  it('goes on after it was interrupted between moving and dropping', async () => {
    for (let i = 0; i < 60; i++) {
      await put(fixture.store, `k${i}`, `${i}`.padEnd(3000, 'x'));
    }
    await fixture.reopen();
    const { compaction, segments } = fixture.store.upkeep.parts;
    const [first = 0] = segments.keys();
    const { index } = fixture.store;
    const transaction = index.transaction.bind(index);
    index.transaction = (work) => {
      transaction(work);
      if (segments.get(first)?.draining) {
        compaction.loop.close();
      }
    };
    await compaction.compact(first);
    expect(segments.get(first)).toMatchObject({ draining: true, live: 0 });
    await fixture.rebuild();
    for (let i = 0; i < 60; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    await compact();
    await fixture.reopen();
    await compact();
    await fixture.rebuild();
    expect(fixture.store.usage()).toMatchObject([{ objects: 0, versions: 0 }]);
  });

  it('leaves a segment alone in which a record that holds is damaged', async () => {
    await put(fixture.store, 'k', 'x'.repeat(3000));
    await fixture.reopen();
    const [id = 0] = fixture.store.upkeep.parts.segments.keys();
    const { drives } = fixture.store.upkeep.parts;
    const { open } = await import('node:fs/promises');
    for (const drive of drives.working) {
      const path = join(drive.path, 'log', `${String(id).padStart(10, '0')}.seg`);
      const file = await open(path, 'r+').catch(() => undefined);
      if (file) {
        const { size } = await file.stat();
        await file.write(Buffer.from('!'), 0, 1, size - 100);
        await file.close();
      }
    }
    await expect(fixture.store.upkeep.parts.compaction.compact(id)).rejects.toThrow('damaged');
    expect(fixture.store.upkeep.parts.segments.has(id)).toBe(true);
    expect(fixture.store.getObject('bucket', 'k')).toBeDefined();
  });
});

describe('a content file', () => {
  let fixture: StoreFixture;
  beforeEach(async () => {
    fixture = await StoreFixture.create();
    await makeBucket(fixture.store);
  });
  afterEach(() => fixture.remove());

  it('stays until its last reader has ended', async () => {
    const content = 'abcdefgh'.repeat(400_000);
    await put(fixture.store, 'k', content);
    const object = fixture.store.getObject('bucket', 'k');
    const stream = object && fixture.store.readObject(object);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toHaveLength(2);
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) {
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).toString() === content).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('goes when a reader that never began is destroyed', async () => {
    await put(fixture.store, 'k', 'x'.repeat(100_000));
    const object = fixture.store.getObject('bucket', 'k');
    const stream = object && fixture.store.readObject(object);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await settled(fixture.store);
    stream?.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
  });
});
