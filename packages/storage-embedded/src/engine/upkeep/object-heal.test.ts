import { mkdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HealedVersion, HealQuery } from '../healing.ts';
import { copiesOf, flip, slotOf } from '../testing/copies.ts';
import { LARGE } from '../testing/full-store.ts';
import { get, makeBucket, put, StoreFixture, settled } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

async function heal(change: Partial<HealQuery> = {}): Promise<readonly HealedVersion[]> {
  const query = { bucket: 'bucket', prefix: '', recursive: true, deep: false, dryRun: false };
  const healed: HealedVersion[] = [];
  for await (const version of fixture.store.healObjects({
    ...query,
    stopped: () => false,
    ...change,
  })) {
    healed.push(version);
  }
  return healed;
}

/** Versions with a copy that was not whole, each with its state before and after. */
function found(versions: readonly HealedVersion[]): object {
  const bad = versions.filter(({ copies }) => copies.some(({ before }) => before !== 'whole'));
  return Object.fromEntries(
    bad.map(({ key, copies }) => [
      key,
      copies
        .filter(({ before }) => before !== 'whole')
        .map(({ before, after }) => `${before} ${after}`),
    ]),
  );
}

const blobs = () => copiesOf(fixture, 'blobs');
const segments = () => copiesOf(fixture, 'log');

describe('healing objects', () => {
  it('mends a missing content and a flipped byte, and says what they were', async () => {
    for (const key of ['a', 'b', 'c']) await put(fixture.store, key, `${key}${LARGE}`);
    const before = await Promise.all((await blobs()).map((path) => readFile(path)));
    const [first = '', , second = ''] = await blobs();
    await unlink(first);
    await flip(second, 5000);

    // Sizes alone do not reveal the flipped byte.
    const shallow = await heal();
    expect(shallow).toHaveLength(3);
    expect(Object.values(found(shallow))).toEqual([['missing whole']]);
    expect(Object.values(found(await heal({ deep: true })))).toEqual([['damaged whole']]);
    expect(found(await heal({ deep: true }))).toEqual({});
    expect(await Promise.all((await blobs()).map((path) => readFile(path)))).toEqual(before);
  });

  it('mends a record that was flipped in the log', async () => {
    await put(fixture.store, 'a', 'first');
    await put(fixture.store, 'b', 'second');
    const [copy = '', other = ''] = await segments();
    await flip(copy, (await readFile(copy)).indexOf('second'));
    expect(found(await heal())).toEqual({ b: ['damaged whole'] });
    expect(await readFile(copy)).toEqual(await readFile(other));
  });

  it('counts every object of a log that was removed, that is written to still', async () => {
    for (const key of ['a', 'b', 'c']) await put(fixture.store, key, key);
    const [copy = '', other = ''] = await segments();
    await unlink(copy);
    const state = ['missing whole'];
    expect(found(await heal())).toEqual({ a: state, b: state, c: state });
    expect(await readFile(copy)).toEqual(await readFile(other));
    expect(found(await heal())).toEqual({});
  });

  it('only looks where nothing is to be changed', async () => {
    await put(fixture.store, 'a', LARGE);
    const [copy = ''] = await blobs();
    await unlink(copy);
    expect(found(await heal({ dryRun: true }))).toEqual({ a: ['missing missing'] });
    expect(await blobs()).not.toContain(copy);
  });

  it('keeps to the prefix, and to its own level unless told to go deeper', async () => {
    for (const key of ['a/1', 'a/b/2', 'c']) await put(fixture.store, key, key);
    const keys = async (change: Partial<HealQuery>) => (await heal(change)).map(({ key }) => key);
    expect(await keys({ prefix: 'a/' })).toEqual(['a/1', 'a/b/2']);
    expect(await keys({ prefix: 'a/', recursive: false })).toEqual(['a/1']);
  });

  it('looks at every version and delete marker', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', LARGE);
    await put(fixture.store, 'k', 'small');
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(new Set((await heal()).map(({ versionId }) => versionId)).size).toBe(3);
  });

  it('says of what is good nowhere that it is lost, and why it was not mended', async () => {
    await put(fixture.store, 'k', LARGE);
    for (const path of await blobs()) await unlink(path);
    expect(await heal()).toMatchObject([
      { key: 'k', lost: true, problem: expect.stringContaining('No copy') },
    ]);
  });

  it('says of copies on a drive that is away that they are there', async () => {
    await put(fixture.store, 'k', LARGE);
    const drive = fixture.drives[slotOf(fixture, (await blobs())[0] ?? '')] ?? '';
    await rename(drive, `${drive}.away`);
    await fixture.store.upkeep.poll();
    const [healed] = await heal({ deep: true });
    expect(healed?.copies.map(({ before, after }) => `${before} ${after}`)).toContain('away away');
  });

  it('looks at more than a page of objects, at each once', async () => {
    const keys = Array.from({ length: 250 }, (_, i) => `k${String(i).padStart(3, '0')}`);
    await Promise.all(keys.map((key) => put(fixture.store, key, key)));
    expect((await heal()).map(({ key }) => key)).toEqual(keys);
  });

  it('ends when it is told to', async () => {
    for (const key of ['a', 'b']) await put(fixture.store, key, key);
    expect(await heal({ stopped: () => true })).toEqual([]);
  });
});

describe('a drive that is replaced while the store runs', () => {
  it('gets all that the former one had', async () => {
    for (let i = 0; i < 6; i++) {
      await put(fixture.store, `small${i}`, `small ${i}`);
      await put(fixture.store, `large${i}`, `${i}${LARGE}`);
    }
    const drive = fixture.drives[slotOf(fixture, (await segments())[0] ?? '')] ?? '';
    const before = await segments();
    await rm(drive, { recursive: true });
    await mkdir(drive);
    await fixture.store.upkeep.poll();
    await expect(
      fixture.store.replaceDrive(fixture.drives.find((one) => one !== drive) ?? ''),
    ).rejects.toThrow('in use');

    await fixture.store.replaceDrive(drive);
    await settled(fixture.store);
    expect(fixture.store.health()).toMatchObject({ complete: true });
    expect(fixture.store.health().drives.map(({ state }) => state)).toEqual(Array(4).fill('ok'));
    expect(await segments()).toEqual(before);
    expect(found(await heal({ deep: true }))).toEqual({});
    await fixture.reopen();
    await rm(fixture.drives.find((one) => one !== drive) ?? '', { recursive: true });
    for (let i = 0; i < 6; i++) {
      expect(await get(fixture.store, `small${i}`)).toBe(`small ${i}`);
      expect(await get(fixture.store, `large${i}`)).toBe(`${i}${LARGE}`);
    }
  });

  it('is not one with data, and not while others are away', async () => {
    await put(fixture.store, 'k', 'in the log');
    const [drive = '', other = ''] = (await segments()).map(
      (path) => fixture.drives[slotOf(fixture, path)] ?? '',
    );
    await rename(drive, `${drive}.away`);
    await rename(other, `${other}.away`);
    await expect(fixture.store.replaceDrive(drive)).rejects.toThrow('Other drives are away');
    await rename(`${other}.away`, other);
    await rename(`${drive}.away`, drive);
    await rm(join(drive, 'format.json'));
    await expect(fixture.store.replaceDrive(drive)).rejects.toThrow('cannot be used');
    await expect(fixture.store.replaceDrive('/elsewhere')).rejects.toThrow(
      'no drive of this store',
    );
  });
});
