import { readFile, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BLOCK_SIZE } from '../content/blob-format.ts';
import { replaceDrive } from '../drives/change-drives.ts';
import { copiesOf, flip, slotOf } from '../testing/copies.ts';
import { LARGE, partsOf, startUpload } from '../testing/full-store.ts';
import {
  filesBelow,
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
afterEach(async () => {
  vi.useRealTimers();
  await fixture.remove();
});

const copies = (): Promise<readonly string[]> => copiesOf(fixture, 'blobs');

/** Starts a check of the drives that hold these copies. */
async function heal(...paths: readonly string[]): Promise<void> {
  const { heal } = fixture.store.upkeep.parts;
  heal.note(paths.map((path) => slotOf(fixture, path)));
  heal.start();
  await settled(fixture.store);
}

const problems = (): readonly string[] =>
  fixture.store.upkeep.parts.repairs.failed.map(({ problem }) => problem);

describe('healing a drive', () => {
  it('gives it the parts of open uploads too', async () => {
    const open = await startUpload(fixture.store, 8);
    const before = await copies();
    await fixture.close();
    const [drive = ''] = fixture.drives;
    await rm(drive, { recursive: true });
    await replaceDrive(fixture, drive);
    await fixture.open();
    await settled(fixture.store);
    expect(await copies()).toEqual(before);
    await fixture.close();
    await rm(fixture.drives[1] ?? '', { recursive: true });
    await fixture.open();
    const parts = fixture.store.listParts(open, { after: 0, limit: 100 });
    await fixture.store.completeUpload(open, parts, { etag: 'all-8' });
    expect((await get(fixture.store, 'upload')) === partsOf(8)).toBe(true);
  });

  it('notices a copy that lacks no more than its checksums', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copies();
    const { length } = await readFile(copy);
    await truncate(copy, length - 1);
    await heal(copy);
    expect(await readFile(copy)).toEqual(await readFile(other));
  });

  it('does not claim copies that could not be made, and makes them later', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = ''] = await copies();
    await unlink(copy);
    const drive = fixture.store.upkeep.parts.drives.online(slotOf(fixture, copy));
    if (drive) {
      drive.available = 0;
    }
    await heal(copy);
    expect(fixture.messages.join()).not.toContain('has all its copies');
    expect(fixture.messages.join()).toContain('copies are missing');
    expect(problems()).toEqual(['failed']);
    expect(fixture.store.health().drives[slotOf(fixture, copy)]).toMatchObject({
      state: 'degraded',
      reason: '1 of its copies could not be made',
      next: expect.stringContaining('Check the drive'),
    });
    await fixture.store.upkeep.poll();
    fixture.store.upkeep.parts.repairs.retry(true);
    await settled(fixture.store);
    expect(problems()).toEqual([]);
    expect(await copies()).toContain(copy);
    expect(await filesBelow(join(fixture.drives[slotOf(fixture, copy)] ?? '', 'tmp'))).toEqual([]);
  });

  it('keeps on the list what a failing drive did not take, until it works again', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = ''] = await copies();
    const temporary = join(fixture.drives[slotOf(fixture, copy)] ?? '', 'tmp');
    await unlink(copy);
    await rm(temporary, { recursive: true });
    await writeFile(temporary, 'no directory');
    await heal(copy);
    expect(problems()).toEqual(['failed']);
    expect(fixture.store.health().drives[slotOf(fixture, copy)]?.state).toBe('away');
    expect(fixture.messages.join()).not.toContain('has all its copies');
    await rm(temporary);
    await fixture.store.upkeep.poll();
    await settled(fixture.store);
    expect(problems()).toEqual([]);
    expect(fixture.store.health().drives.map(({ state }) => state)).toEqual(Array(4).fill('ok'));
    expect(await copies()).toContain(copy);
  });

  it('tries again what failed, although the clock was put back by years since', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copies();
    await rename(other, `${other}.kept`);
    const today = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: today + 10 * 365 * 24 * 3_600_000 });
    await unlink(copy);
    await fixture.reopen();
    await heal(copy);
    expect(problems()).toEqual(['lost']);
    vi.setSystemTime(today);
    await rename(`${other}.kept`, other);
    fixture.store.upkeep.parts.repairs.retry();
    await settled(fixture.store);
    expect(problems()).toEqual([]);
    expect(await copies()).toContain(copy);
  });

  it('keeps the list of what is lost over a restart, until the object is deleted', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copies();
    await unlink(copy);
    await flip(other, 5000);
    await heal(copy);
    expect(problems()).toEqual(['lost']);
    await fixture.reopen();
    await settled(fixture.store);
    expect(problems()).toEqual(['lost']);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await fixture.reopen();
    const { repairs } = fixture.store.upkeep.parts;
    const [failed] = repairs.failed;
    expect(failed && (await repairs.repair(failed.damage))).toBe('gone');
    expect(problems()).toEqual([]);
    await settled(fixture.store);
    expect(await copies()).toEqual([]);
  });

  it('says of what may be on a drive that is away that it waits, not that it is lost', async () => {
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copies();
    await fixture.close();
    await unlink(copy);
    await fixture.open(fixture.drives.filter((_, slot) => slot !== slotOf(fixture, other)));
    await heal(copy);
    expect(problems()).toEqual(['away']);
    await fixture.reopen();
    await settled(fixture.store);
    expect(problems()).toEqual([]);
    expect(await copies()).toEqual([copy, other]);
  });
});

describe('a content damaged on both drives', () => {
  const blocks = Array.from({ length: 6 }, (_, i) => String(i).repeat(BLOCK_SIZE)).join('');

  it('is read and repaired as long as one of the copies has each block', async () => {
    await put(fixture.store, 'k', blocks);
    const [copy = '', other = ''] = await copies();
    const good = await readFile(copy);
    await flip(copy, 4096 + BLOCK_SIZE);
    await flip(other, 4096 + 4 * BLOCK_SIZE);
    await flip(other, 4096 + 2 * BLOCK_SIZE);
    expect((await get(fixture.store, 'k')) === blocks).toBe(true);
    await settled(fixture.store);
    expect((await readFile(copy)).equals(good)).toBe(true);
    expect((await readFile(other)).equals(good)).toBe(true);
    expect(problems()).toEqual([]);
  });

  it('fails to be read when a block is good on none, and neither copy is touched', async () => {
    await put(fixture.store, 'k', blocks);
    const [copy = '', other = ''] = await copies();
    await flip(copy, 4096 + BLOCK_SIZE);
    await flip(other, 4097 + BLOCK_SIZE);
    const before = await Promise.all([copy, other].map((path) => readFile(path)));
    await expect(get(fixture.store, 'k')).rejects.toMatchObject({ code: 'InternalError' });
    await settled(fixture.store);
    expect(problems()).toEqual(['lost', 'lost']);
    const after = await Promise.all([copy, other].map((path) => readFile(path)));
    expect(after.every((bytes, i) => bytes.equals(before[i] ?? Buffer.alloc(0)))).toBe(true);
  });
});
