import { cp, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownFiles } from '../testing/consistency.ts';
import { filesThere } from '../testing/drained.ts';
import { LARGE } from '../testing/full-store.ts';
import {
  contentFiles,
  filesBelow,
  get,
  makeBucket,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import { DirectoryLocks } from './directory-lock.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

/** Returns the number of present drives that contain a text. */
async function copiesOf(text: string): Promise<number> {
  let count = 0;
  for (const drive of fixture.drives) {
    const names = await filesBelow(drive).catch(() => []);
    const files = names.filter((name) => name.startsWith('log/') || name.startsWith('blobs/'));
    const contents = await Promise.all(files.map((name) => readFile(join(drive, name))));
    count += contents.some((bytes) => bytes.includes(text)) ? 1 : 0;
  }
  return count;
}

/** Returns the names of a drive's segments, content files and temporary files. */
async function contentOf(drive: string): Promise<readonly string[]> {
  return (await filesBelow(drive)).filter((name) => /^(log|blobs|tmp)\//.test(name));
}

/** Returns a drive that holds a copy of the active segment. */
async function activeDrive(): Promise<string> {
  await put(fixture.store, 'probe', 'where the log is written');
  const { segments, writer } = fixture.store.upkeep.parts;
  const slot = segments.get(writer.activeId ?? 0)?.slots[1] ?? 0;
  return fixture.drives[slot] ?? '';
}

async function offline(): Promise<number> {
  return (await fixture.store.drives()).filter((drive) => drive.state === 'offline').length;
}

/** Returns the content of the newest segment on the given drives. */
async function newestSegment(drives: readonly string[]): Promise<Buffer> {
  const paths: string[] = [];
  for (const drive of drives) {
    paths.push(...(await filesBelow(join(drive, 'log'))).map((name) => join(drive, 'log', name)));
  }
  paths.sort((a, b) => basename(a).localeCompare(basename(b)));
  return readFile(paths.at(-1) ?? '');
}

describe('a drive that goes while it is written to', () => {
  it.each([
    ['moved away', (drive: string) => rename(drive, `${drive}.away`)],
    ['removed', (drive: string) => rm(drive, { recursive: true })],
    [
      'replaced by a file',
      async (drive: string) => {
        await rename(drive, `${drive}.away`);
        await writeFile(drive, '');
      },
    ],
    [
      'replaced by an empty directory',
      async (drive: string) => {
        await rename(drive, `${drive}.away`);
        await mkdir(drive);
      },
    ],
  ])('has no part in what is acknowledged then: %s', async (_, take) => {
    for (let i = 0; i < 3; i++) {
      await take(await activeDrive());
      const text = `acknowledged when ${i} were gone`;
      if (i < 2) {
        await put(fixture.store, `k${i}`, text);
        await put(fixture.store, `large${i}`, text + LARGE);
        expect(await copiesOf(text)).toBeGreaterThanOrEqual(2);
      } else {
        const refused = put(fixture.store, `k${i}`, text);
        await expect(refused).rejects.toMatchObject({ code: 'ServiceUnavailable', status: 503 });
      }
      expect(await get(fixture.store, 'k0')).toBe('acknowledged when 0 were gone');
    }
  });

  it('gets nothing written in its place', async () => {
    const drive = await activeDrive();
    await rename(drive, `${drive}.away`);
    await put(fixture.store, 'k', 'x');
    for (let i = 0; i < 8; i++) {
      await put(fixture.store, `large${i}`, LARGE);
    }
    await expect(filesBelow(drive)).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(drive);
    await fixture.store.upkeep.poll();
    await put(fixture.store, 'l', 'y');
    await settled(fixture.store);
    expect(await filesBelow(drive)).toEqual([]);
    expect(await offline()).toBe(1);
  });

  it('can be one of three, and with one of two writes are refused until it is back', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 2 });
    await makeBucket(fixture.store);
    await put(fixture.store, 'before', 'x');
    const drive = await activeDrive();
    await rename(drive, `${drive}.away`);
    const refused = { code: 'ServiceUnavailable' };
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject(refused);
    await expect(put(fixture.store, 'k', LARGE)).rejects.toMatchObject(refused);
    expect(await get(fixture.store, 'before')).toBe('x');
    await rename(`${drive}.away`, drive);
    await fixture.store.upkeep.poll();
    await put(fixture.store, 'k', 'z');
    await fixture.rebuild();
    expect(await get(fixture.store, 'k')).toBe('z');
    expect(await copiesOf('"key":"k"')).toBe(2);
  });
});

describe('a drive that comes back', () => {
  it('with a batch that was written elsewhere in the end does not bring it twice', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    const drive = await activeDrive();
    const { segments, writer } = fixture.store.upkeep.parts;
    const segment = segments.get(writer.activeId ?? 0);
    const file = `log/${String(segment?.id).padStart(10, '0')}.seg`;
    await rename(drive, `${drive}.away`);
    const writes = [1, 2, 3].map((i) => put(fixture.store, 'k', `version ${i}`));
    await Promise.all(writes);
    // The drive accepted the write before its absence was noticed: the file was written, but had
    // left its path.
    const other = fixture.drives[segment?.slots[0] ?? 0] ?? '';
    const batch = (await readFile(join(other, file))).subarray(segment?.length);
    expect(batch).toHaveLength(0);
    const moved = await newestSegment(fixture.drives.filter((one) => one !== drive));
    await rename(`${drive}.away`, drive);
    const kept = await readFile(join(drive, file));
    await writeFile(join(drive, file), Buffer.concat([kept, moved]));
    await fixture.losePower();
    const check = async (): Promise<void> => {
      const query = { bucket: 'bucket', prefix: 'k', delimiter: '', after: '', limit: 10 };
      expect(fixture.store.list({ ...query, versions: true }).objects).toHaveLength(3);
      expect(await get(fixture.store, 'k')).toBe('version 3');
    };
    await check();
    await fixture.rebuild();
    await check();
  });

  it('of an earlier day gets what it lacks, and loses what was deleted since', async () => {
    const [drive = ''] = fixture.drives;
    for (let i = 0; i < 6; i++) {
      await put(fixture.store, `deleted${i}`, `deleted ${i}${LARGE}`);
    }
    await fixture.close();
    await cp(drive, `${drive}.backup`, { recursive: true });
    await fixture.open();
    for (let i = 0; i < 12; i++) {
      await put(fixture.store, `small${i}`, `small ${i} `.repeat(300));
      await put(fixture.store, `large${i}`, `large ${i}${LARGE}`);
    }
    for (let i = 0; i < 6; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `deleted${i}` });
    }
    await settled(fixture.store);
    await fixture.close();
    const before = await contentOf(drive);
    await rm(drive, { recursive: true });
    await rename(`${drive}.backup`, drive);
    await fixture.open();
    expect(fixture.messages.join()).toContain('of an earlier day');
    await settled(fixture.store);
    expect(fixture.store.upkeep.parts.heal.pending).toEqual([]);
    expect(await contentOf(drive)).toEqual(before);
    expect(await copiesOf('deleted 0')).toBe(0);
    await fixture.close();
    await rm(fixture.drives[1] ?? '', { recursive: true });
    await fixture.open();
    for (let i = 0; i < 12; i++) {
      expect(await get(fixture.store, `small${i}`)).toBe(`small ${i} `.repeat(300));
      expect(await get(fixture.store, `large${i}`)).toBe(`large ${i}${LARGE}`);
    }
  });

  it('loses what was deleted while it was gone and nobody had missed it', async () => {
    const { segments, writer } = fixture.store.upkeep.parts;
    for (let i = 0; i < 8; i++) {
      await put(fixture.store, `k${i}`, LARGE);
    }
    // A drive without a copy of the active segment, since a log write would reveal that it is gone.
    const logged = segments.get(writer.activeId ?? 0)?.slots ?? [];
    const drive = fixture.drives[[0, 1, 2, 3].find((slot) => !logged.includes(slot)) ?? 0] ?? '';
    expect((await contentOf(drive)).some((name) => name.startsWith('blobs/'))).toBe(true);
    await rename(drive, `${drive}.away`);
    for (let i = 0; i < 8; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    await settled(fixture.store);
    await rename(`${drive}.away`, drive);
    await fixture.store.upkeep.poll();
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('of an earlier day while the store runs gets what it lacks', async () => {
    const drive = await activeDrive();
    await cp(drive, `${drive}.backup`, { recursive: true });
    for (let i = 0; i < 12; i++) {
      await put(fixture.store, `small${i}`, `small ${i} `.repeat(300));
      await put(fixture.store, `large${i}`, `large ${i}${LARGE}`);
    }
    await rm(drive, { recursive: true });
    await fixture.store.upkeep.poll();
    await rename(`${drive}.backup`, drive);
    await put(fixture.store, 'k', 'x');
    await fixture.store.upkeep.poll();
    await settled(fixture.store);
    expect(await offline()).toBe(0);
    for (let i = 0; i < 12; i++) {
      expect(await copiesOf(`small ${i} small`)).toBe(2);
      expect(await copiesOf(`large ${i}large`)).toBe(2);
    }
  });

  it.each(['after it was missed', 'between two looks'])(
    'of an earlier day %s gets what it lacks and gives back what was removed',
    async (when) => {
      const [drive = ''] = fixture.drives;
      for (let i = 0; i < 8; i++) {
        await put(fixture.store, `removed${i}`, LARGE);
      }
      await cp(drive, `${drive}.backup`, { recursive: true });
      for (let i = 0; i < 8; i++) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `removed${i}` });
        await put(fixture.store, `kept${i}`, LARGE);
      }
      await settled(fixture.store);
      await rename(drive, `${drive}.away`);
      if (when === 'after it was missed') {
        await fixture.store.upkeep.poll();
      }
      await rename(`${drive}.backup`, drive);
      await fixture.store.upkeep.poll();
      await settled(fixture.store);
      expect(await offline()).toBe(0);
      expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
      const other = new DirectoryLocks();
      expect(() => other.add(drive)).toThrow('in use by another store');
    },
  );

  it('is looked through after a restart too, when it was away before', async () => {
    const [drive = ''] = fixture.drives;
    await rename(drive, `${drive}.away`);
    await fixture.store.upkeep.poll();
    await fixture.reopen();
    await put(fixture.store, 'k', 'x');
    expect(fixture.store.upkeep.parts.heal.pending).toEqual([0]);
    await fixture.close();
    await rename(`${drive}.away`, drive);
    await fixture.open();
    await settled(fixture.store);
    expect(fixture.store.upkeep.parts.heal.pending).toEqual([]);
  });

  it('is not used while another store has it', async () => {
    const [drive = ''] = fixture.drives;
    await fixture.close();
    await rename(drive, `${drive}.away`);
    await fixture.open();
    await rename(`${drive}.away`, drive);
    const other = new DirectoryLocks();
    other.add(drive);
    expect(await offline()).toBe(1);
    other.release();
    expect(await offline()).toBe(0);
  });

  it('has a short segment filled from the other copy, the good of both kept', async () => {
    await put(fixture.store, 'a', 'first '.repeat(100));
    await put(fixture.store, 'b', 'second '.repeat(100));
    await put(fixture.store, 'c', 'third '.repeat(100));
    const { segments, writer } = fixture.store.upkeep.parts;
    const { id = 0, slots = [] } = segments.get(writer.activeId ?? 0) ?? {};
    await fixture.close();
    const [short = '', other = ''] = slots.map((slot) =>
      join(fixture.drives[slot] ?? '', 'log', `${String(id).padStart(10, '0')}.seg`),
    );
    const good = await readFile(other);
    await writeFile(short, good.subarray(0, good.indexOf('"key":"b"')));
    const damaged = Buffer.from(good);
    damaged.write('X', damaged.indexOf('first'));
    await writeFile(other, damaged);
    await fixture.open();
    await put(fixture.store, 'd', 'in the next segment');
    const slot = slots[0] ?? 0;
    await fixture.store.upkeep.parts.repairs.repair({ kind: 'segment', id, slot });
    expect(await readFile(short)).toEqual(good);
    expect(await get(fixture.store, 'a')).toBe('first '.repeat(100));
    await settled(fixture.store);
  });
});

describe('a full drive', () => {
  const fill = (): void => {
    for (const drive of fixture.store.upkeep.parts.drives.all) {
      drive.available = 1024;
    }
  };

  it('refuses what needs room and lets deletes through', async () => {
    await put(fixture.store, 'k', 'x');
    await put(fixture.store, 'large', LARGE);
    fill();
    const full = { code: 'XMinioStorageFull', status: 507 };
    await expect(put(fixture.store, 'l', 'y')).rejects.toMatchObject(full);
    await expect(put(fixture.store, 'l', LARGE)).rejects.toMatchObject(full);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'large' });
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
    await fixture.store.upkeep.poll();
    await put(fixture.store, 'l', 'y');
    await fixture.rebuild();
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await get(fixture.store, 'l')).toBe('y');
  });

  it('is told by what is used and what can be written, as df does', async () => {
    const [state] = await fixture.store.drives();
    const { blocks, bfree, bavail, bsize } = await statfs(fixture.drives[0] ?? '');
    const near = 64 * 1024 * 1024;
    expect(Math.abs((state?.availableSpace ?? 0) - bavail * bsize)).toBeLessThan(near);
    expect(Math.abs((state?.usedSpace ?? 0) - (blocks - bfree) * bsize)).toBeLessThan(near);
    expect(state?.totalSpace).toBe((state?.usedSpace ?? 0) + (state?.availableSpace ?? 0));
  });
});
