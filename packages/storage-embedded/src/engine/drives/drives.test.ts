import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import {
  filesBelow,
  get,
  makeBucket,
  put,
  SMALL,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import { replaceDrive } from './change-drives.ts';

const LARGE = 'large content '.repeat(60_000);

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

/**
 * Returns the paths on a drive of files that contain a text, except those that only lock or
 * describe the drive.
 */
async function filesWith(text: string, kind: 'log/' | 'blobs/'): Promise<string[]> {
  const found: string[] = [];
  for (const drive of fixture.drives) {
    for (const name of await filesBelow(drive)) {
      const path = join(drive, name);
      if (name.startsWith(kind) && (await readFile(path)).includes(text)) {
        found.push(path);
      }
    }
  }
  return found;
}

async function spoil(path: string, text: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.write('X', bytes.indexOf(text) + 1);
  await writeFile(path, bytes);
}

async function states(): Promise<string[]> {
  return (await fixture.store.drives()).map((drive) => drive.state);
}

/** Moves a drive's directory away while the store runs and returns a way to restore it. */
async function takeAway(drive: string): Promise<() => Promise<void>> {
  await rename(drive, `${drive}.away`);
  await fixture.store.upkeep.poll();
  return async () => {
    await rename(`${drive}.away`, drive);
    await fixture.store.upkeep.poll();
  };
}

describe('copies', () => {
  it('are two of everything, on different drives', async () => {
    await put(fixture.store, 'small', 'small content');
    await put(fixture.store, 'large', LARGE);
    const small = await filesWith('small content', 'log/');
    const large = await filesWith('large content', 'blobs/');
    for (const found of [small, large]) {
      expect(new Set(found.map((path) => path.slice(0, fixture.root.length + 3))).size).toBe(2);
    }
  });

  it.each([
    ['small', 'small content', 'log/'],
    ['large', LARGE, 'blobs/'],
  ] as const)(
    'of a %s object stand in for each other and are repaired',
    async (key, content, kind) => {
      await put(fixture.store, key, content);
      const [first = '', second = ''] = await filesWith(content.slice(0, 30), kind);
      const good = await readFile(first);
      let repaired = 0;
      for (const path of [first, second]) {
        await spoil(path, content.slice(0, 30));
        expect((await get(fixture.store, key)) === content).toBe(true);
        await settled(fixture.store);
        // Only the copy that is read first is found to be bad.
        repaired += (await readFile(path)).equals(good) ? 1 : 0;
        await writeFile(path, good);
      }
      expect(repaired).toBe(1);
    },
  );

  it('that are missing are made again', async () => {
    await put(fixture.store, 'large', LARGE);
    const mended: string[] = [];
    for (const path of await filesWith('large content', 'blobs/')) {
      const good = await readFile(path);
      await rm(path);
      expect((await get(fixture.store, 'large')) === LARGE).toBe(true);
      await settled(fixture.store);
      if (existsSync(path)) {
        expect((await readFile(path)).equals(good)).toBe(true);
        mended.push(path);
      } else {
        await writeFile(path, good);
      }
    }
    // Reads start with the same copy as long as that one is good.
    expect(mended).toHaveLength(1);
  });

  it('that are both bad make the read fail, without a wrong byte', async () => {
    await put(fixture.store, 'small', 'small content');
    await put(fixture.store, 'large', LARGE);
    for (const path of [
      ...(await filesWith('small content', 'log/')),
      ...(await filesWith('large content', 'blobs/')),
    ]) {
      await spoil(path, path.includes('/log/') ? 'small content' : 'large content');
    }
    await expect(get(fixture.store, 'small')).rejects.toMatchObject({ code: 'InternalError' });
    await expect(get(fixture.store, 'large')).rejects.toMatchObject({ code: 'InternalError' });
  });

  it('on drives that are gone, unnoticed yet, are away and not bad', async () => {
    await put(fixture.store, 'large', LARGE);
    for (const drive of fixture.drives) {
      await rename(drive, `${drive}.away`);
    }
    await expect(get(fixture.store, 'large')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    for (const drive of fixture.drives) {
      await rename(`${drive}.away`, drive);
    }
    await fixture.store.upkeep.poll();
    expect(await get(fixture.store, 'large')).toBe(LARGE);
  });

  it('are one when there is one drive', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 1 });
    await makeBucket(fixture.store);
    await put(fixture.store, 'small', 'small content');
    await put(fixture.store, 'large', LARGE);
    await fixture.rebuild();
    expect(await get(fixture.store, 'small')).toBe('small content');
    expect((await get(fixture.store, 'large')) === LARGE).toBe(true);
    expect(await filesWith('small content', 'log/')).toHaveLength(1);
  });
});

describe('a drive that is lost', () => {
  it('leaves everything readable, and writes go to the others', async () => {
    for (const i of [1, 2, 3, 4, 5, 6]) {
      await put(fixture.store, `small${i}`, `${i}`);
      await put(fixture.store, `large${i}`, `${i}${LARGE}`);
    }
    const bringBack = await takeAway(fixture.drives[0] ?? '');
    expect(await states()).toEqual(['offline', 'ok', 'ok', 'ok']);
    for (const i of [1, 2, 3, 4, 5, 6]) {
      expect(await get(fixture.store, `small${i}`)).toBe(`${i}`);
      expect((await get(fixture.store, `large${i}`)) === `${i}${LARGE}`).toBe(true);
    }
    await put(fixture.store, 'while away', 'x');
    await put(fixture.store, 'large while away', LARGE);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'large1' });
    await bringBack();
    await settled(fixture.store);
    expect(await states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await filesWith(`1${LARGE.slice(0, 20)}`, 'blobs/')).toEqual([]);
    await fixture.rebuild();
    expect(await get(fixture.store, 'while away')).toBe('x');
    expect(fixture.store.getObject('bucket', 'large1')).toBeUndefined();
  });

  it('does not bring dropped segments back when it returns', async () => {
    for (let i = 0; i < 60; i++) {
      await put(fixture.store, `k${i}`, 'x'.repeat(3000));
    }
    const bringBack = await takeAway(fixture.drives[1] ?? '');
    for (let i = 0; i < 60; i++) {
      await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
    fixture.store.upkeep.parts.compaction.loop.kick();
    await settled(fixture.store);
    await fixture.close();
    await rename(`${fixture.drives[1]}.away`, fixture.drives[1] ?? '');
    await fixture.rebuild();
    expect(fixture.store.usage()).toMatchObject([{ objects: 0 }]);
    await settled(fixture.store);
    await fixture.store.upkeep.poll();
    const known = fixture.store.upkeep.parts.segments.size;
    expect((await filesBelow(join(fixture.drives[1] ?? '', 'log'))).length).toBeLessThanOrEqual(
      known,
    );
    void bringBack;
  });

  it('is passed over at opening', async () => {
    await put(fixture.store, 'k', 'x');
    await fixture.close();
    await rename(fixture.drives[2] ?? '', join(fixture.root, 'away'));
    await fixture.open();
    expect(await states()).toEqual(['ok', 'ok', 'offline', 'ok']);
    expect(await get(fixture.store, 'k')).toBe('x');
    await put(fixture.store, 'l', 'y');
    expect((await fixture.store.drives())[2]?.path).toBe(fixture.drives[2]);
  });

  it('stops writes, not reads, when less than two are left', async () => {
    await put(fixture.store, 'k', 'x');
    for (const drive of fixture.drives.slice(1)) {
      await takeAway(drive);
    }
    await expect(put(fixture.store, 'l', 'y')).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    const remove = fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await expect(remove).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(fixture.store.getObject('bucket', 'k')).toBeDefined();
  });
});

describe('a drive that is replaced', () => {
  it('is filled with the copies that belong on it', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    for (let i = 0; i < 30; i++) {
      await put(fixture.store, `small${i % 7}`, `${i}`.repeat(900));
      await put(fixture.store, `large${i % 5}`, `${i}${LARGE}`);
    }
    await fixture.close();
    const [drive = ''] = fixture.drives;
    const before = await filesBelow(drive);
    await rm(drive, { recursive: true });
    await replaceDrive(fixture, drive);
    await fixture.open();
    await settled(fixture.store);
    expect(fixture.messages.join()).toContain('has all its copies');
    const after = new Set(await filesBelow(drive));
    expect(before.filter((name) => !after.has(name))).toEqual([]);
    expect(fixture.store.upkeep.parts.heal.pending).toEqual([]);
    await fixture.close();
    await rm(fixture.drives[1] ?? '', { recursive: true });
    await fixture.open();
    for (let i = 25; i < 30; i++) {
      expect((await get(fixture.store, `large${i % 5}`)) === `${i}${LARGE}`).toBe(true);
    }
  });

  it('is not used when it belongs to another store', async () => {
    const other = await StoreFixture.create({ drives: 1 });
    await other.close();
    await fixture.close();
    const paths = [...fixture.drives.slice(0, 3), other.drives[0] ?? ''];
    await fixture.open(paths);
    expect((await states()).sort()).toEqual(['offline', 'ok', 'ok', 'ok']);
    expect(fixture.messages.join()).toContain('not used');
    await fixture.close();
    await other.open();
    await other.remove();
  });

  it('finds its slot when drives are mounted in another order', async () => {
    await put(fixture.store, 'k', 'x');
    await put(fixture.store, 'large', LARGE);
    await fixture.close();
    await fixture.open([...fixture.drives].reverse());
    expect(await get(fixture.store, 'k')).toBe('x');
    expect((await get(fixture.store, 'large')) === LARGE).toBe(true);
    expect((await fixture.store.drives())[0]?.path).toBe(fixture.drives[0]);
  });
});

describe('opening', () => {
  it('refuses empty drives when the index knows of others', async () => {
    await fixture.close();
    const drives = [join(fixture.root, 'e1'), join(fixture.root, 'e2')];
    await expect(openStore({ dataDir: fixture.dataDir, drives }, SMALL)).rejects.toThrow(
      /None of the drives/,
    );
  });

  it('refuses the same directory twice, and none', async () => {
    await fixture.close();
    const drives = [fixture.drives[0] ?? '', `${fixture.drives[0]}/../d0`];
    await expect(openStore({ dataDir: fixture.dataDir, drives })).rejects.toThrow(/different/);
    await expect(openStore({ dataDir: fixture.dataDir, drives: [] })).rejects.toThrow(
      /one or more/,
    );
  });

  it('refuses new drives that are one directory by a link, and makes no drive of it', async () => {
    const [one, link] = [join(fixture.root, 'one'), join(fixture.root, 'link')];
    await mkdir(one);
    await symlink(one, link);
    const dataDir = join(fixture.root, 'other');
    await expect(openStore({ dataDir, drives: [one, link] })).rejects.toThrow(
      `${one} and ${link} are the same directory`,
    );
    expect(await readdir(one)).toEqual([]);
  });

  it('says which file cannot be locked, and what to do', async () => {
    await fixture.close();
    const file = join(fixture.dataDir, 'lock.sqlite');
    await writeFile(file, 'x'.repeat(4096));
    await expect(fixture.open()).rejects.toThrow(
      `${file} cannot be locked: file is not a database. Remove it`,
    );
    await rm(file);
    await fixture.open();
  });

  it('says of a drive whose format is damaged what to do', async () => {
    const [drive = ''] = fixture.drives;
    await fixture.close();
    await writeFile(join(drive, 'format.json'), Buffer.alloc(300));
    await fixture.open();
    expect(fixture.store.health().refused).toEqual([
      { path: drive, reason: expect.stringContaining('its format.json is damaged') },
    ]);
  });
});
