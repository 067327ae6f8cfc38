import { readFile, stat, truncate, unlink } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScrubState } from '../store-health.ts';
import { copiesOf, flip } from '../testing/copies.ts';
import { LARGE } from '../testing/full-store.ts';
import {
  bodyOf,
  get,
  makeBucket,
  PLAIN,
  put,
  SMALL,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import type { Tuning } from '../tuning.ts';

const WEEK = 7 * 24 * 3_600_000;

let fixture: StoreFixture;
afterEach(async () => {
  vi.useRealTimers();
  await fixture.remove();
});

async function open(tuning: Partial<Tuning> = {}): Promise<void> {
  fixture = await StoreFixture.create({ tuning: { ...SMALL, ...tuning } });
  fixture.scrub = { every: WEEK, share: 1, bytesPerSecond: 1e12 };
  await makeBucket(fixture.store);
}

/** Runs a whole pass, including the repairs it requests. */
async function scrub(): Promise<ScrubState> {
  fixture.store.upkeep.parts.scrub.want();
  await settled(fixture.store);
  return fixture.store.upkeep.parts.scrub.state;
}

/** Seals the active segment, so that the next writes go to another. */
async function nextSegment(): Promise<void> {
  await fixture.reopen();
  await put(fixture.store, 'next', 'x');
}

const problems = (): readonly string[] =>
  fixture.store.upkeep.parts.repairs.failed.map(({ problem }) => problem);

async function at(path: string, text: string): Promise<number> {
  return (await readFile(path)).indexOf(text);
}

describe('a scrub', () => {
  it.each(['first', 'second'])(
    'finds a damaged record in the %s copy of a segment',
    async (which) => {
      await open();
      await put(fixture.store, 'k', 'small content');
      await nextSegment();
      const pair = (await copiesOf(fixture, 'log')).slice(0, 2);
      const [bad = '', good = ''] = which === 'first' ? pair : pair.toReversed();
      await flip(bad, await at(bad, 'small content'));
      expect((await scrub()).last).toMatchObject({ damaged: 1, lost: 0 });
      expect((await readFile(bad)).equals(await readFile(good))).toBe(true);
      expect((await scrub()).last).toMatchObject({ damaged: 0, lost: 0 });
    },
  );

  it('finds damage in the segment that is being written', async () => {
    await open();
    await put(fixture.store, 'k', 'small content');
    const [bad = '', good = ''] = await copiesOf(fixture, 'log');
    await flip(bad, await at(bad, 'small content'));
    expect((await scrub()).last).toMatchObject({ damaged: 1, lost: 0 });
    await put(fixture.store, 'l', 'written after it');
    expect((await readFile(bad)).equals(await readFile(good))).toBe(true);
  });

  it.each([
    ['missing', unlink],
    ['truncated', (path: string) => truncate(path, 5000)],
    ['empty', (path: string) => truncate(path, 0)],
    ['damaged in the content', (path: string) => flip(path, 4096)],
    ['damaged in the head', (path: string) => flip(path, 20)],
    ['damaged in the checksums', async (path: string) => flip(path, (await stat(path)).size - 1)],
  ])('finds a copy of a content that is %s', async (_, spoil) => {
    await open();
    await put(fixture.store, 'k', LARGE);
    const pair = await copiesOf(fixture, 'blobs');
    for (const [bad = '', good = ''] of [pair, pair.toReversed()]) {
      await spoil(bad);
      expect((await scrub()).last).toMatchObject({ damaged: 1, lost: 0 });
      expect((await readFile(bad)).equals(await readFile(good))).toBe(true);
    }
  });

  it.each([
    ['missing', unlink],
    ['truncated', (path: string) => truncate(path, 200)],
  ])('makes a segment whole that is %s on one drive', async (_, spoil) => {
    await open();
    await put(fixture.store, 'k', 'small content');
    await nextSegment();
    expect(await get(fixture.store, 'k')).toBe('small content');
    const [bad = '', good = ''] = await copiesOf(fixture, 'log');
    await spoil(bad);
    expect((await scrub()).last).toMatchObject({ damaged: 1 });
    expect((await readFile(bad)).equals(await readFile(good))).toBe(true);
  });

  it('finds damage in older versions and in parts of open uploads', async () => {
    await open();
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', `old ${LARGE}`);
    await put(fixture.store, 'k', `new ${LARGE}`);
    const upload = { bucket: 'bucket', key: 'upload', attributes: PLAIN };
    const uploadId = await fixture.store.createUpload(upload);
    await fixture.store.putPart({ ...upload, uploadId, startedAt: 0 }, 1, bodyOf(LARGE));
    const all = await copiesOf(fixture, 'blobs');
    for (let i = 0; i < all.length; i += 2) {
      await unlink(all[i] ?? '');
    }
    expect((await scrub()).last).toMatchObject({ damaged: 3, lost: 0 });
    expect(await copiesOf(fixture, 'blobs')).toEqual(all);
  });

  it('counts and lists what is bad on both drives', async () => {
    await open();
    await put(fixture.store, 'large', LARGE);
    await put(fixture.store, 'small', 'small content');
    await nextSegment();
    for (const path of await copiesOf(fixture, 'blobs')) {
      await flip(path, 4096);
    }
    for (const path of (await copiesOf(fixture, 'log')).slice(0, 2)) {
      await flip(path, await at(path, 'small content'));
    }
    expect((await scrub()).last).toMatchObject({ damaged: 4, lost: 2 });
    expect(problems()).toEqual(['lost', 'lost', 'lost', 'lost']);
    expect(fixture.messages.join()).toContain('could not be repaired');
    await expect(get(fixture.store, 'large')).rejects.toMatchObject({ code: 'InternalError' });
  });

  it('takes a drive that is away for no damage', async () => {
    await open();
    for (let i = 0; i < 8; i++) {
      await put(fixture.store, `k${i}`, LARGE);
    }
    await fixture.close();
    await fixture.open(fixture.drives.slice(1));
    expect((await scrub()).last).toMatchObject({ damaged: 0, lost: 0 });
    expect(problems()).toEqual([]);
  });

  it('reads no faster than it may', async () => {
    let rests = 0;
    const sleep = async (ms: number): Promise<void> => {
      rests += ms;
    };
    await open({ scrubClock: { now: () => 0, sleep } });
    for (let i = 0; i < 8; i++) {
      await put(fixture.store, `k${i}`, LARGE);
    }
    fixture.scrub = { every: WEEK, share: 1, bytesPerSecond: 50_000 };
    const { last } = await scrub();
    const stored = 2 * 8 * LARGE.length;
    expect(last?.bytes).toBeGreaterThanOrEqual(stored);
    expect(rests).toBeGreaterThan((stored / 50_000) * 1000 - 5);
    expect(Math.abs(rests - ((last?.bytes ?? 0) / 50_000) * 1000)).toBeLessThan(5);
  });

  it('goes on where it was after a restart', async () => {
    let reads = 0;
    let closing: Promise<void> | undefined;
    const sleep = async (): Promise<void> => {
      reads++;
      if (reads === 70) {
        closing = fixture.store.close();
      }
    };
    await open({ scrubClock: { now: () => 0, sleep } });
    for (let i = 0; i < 60; i++) {
      await put(fixture.store, `k${i}`, LARGE);
    }
    fixture.scrub = { every: WEEK, share: 1, bytesPerSecond: 1000 };
    await scrub();
    await closing;
    await fixture.reopen();
    const { running } = fixture.store.upkeep.parts.scrub.state;
    expect(running?.bytes).toBeGreaterThan(30 * LARGE.length);
    fixture.store.upkeep.parts.scrub.loop.kick();
    await settled(fixture.store);
    const { last } = fixture.store.upkeep.parts.scrub.state;
    expect(last?.startedAt).toBe(running?.startedAt);
    // Both copies of 60 contents, plus at most one page read again.
    expect(reads).toBeLessThan(2 * (60 + 16) + 20);
    expect(last?.bytes).toBeGreaterThanOrEqual(2 * 60 * LARGE.length);
  });

  it('begins when it is time for it, and never while it is off', async () => {
    await open();
    const { scrub: background } = fixture.store.upkeep.parts;
    const kick = async (): Promise<number | undefined> => {
      background.loop.kick();
      await background.loop.idle();
      return background.state.last?.endedAt;
    };
    fixture.scrub = undefined;
    expect(await kick()).toBeUndefined();
    fixture.scrub = { every: WEEK, share: 1, bytesPerSecond: 1e12 };
    const first = await kick();
    expect(first).toBeDefined();
    expect(await kick()).toBe(first);
  });

  it('begins although the last one is said to have been years from now', async () => {
    await open();
    const today = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: today + 500 * WEEK });
    await scrub();
    vi.setSystemTime(today);
    const { scrub: background } = fixture.store.upkeep.parts;
    background.loop.kick();
    await background.loop.idle();
    expect(background.state.last?.startedAt).toBe(today);
  });
});
