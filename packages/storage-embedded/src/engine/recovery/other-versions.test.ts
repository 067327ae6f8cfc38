import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentPath } from '../drives/drive.ts';
import { encodeRecord } from '../log/record.ts';
import { get, makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

describe('a store of before sessions were counted', () => {
  it('is opened as it is, and its drives that were away are known', async () => {
    await put(fixture.store, 'k', 'x');
    await put(fixture.store, 'l', 'y');
    await fixture.close();
    const db = new DatabaseSync(join(fixture.dataDir, 'index.sqlite'));
    const plain = 'a6c3b0a8-0000-4000-8000-000000000000';
    db.prepare("UPDATE state SET value = ? WHERE name = 'session'").run(plain);
    db.close();
    await rm(join(fixture.dataDir, 'index.seal'));
    for (const [slot, drive] of fixture.drives.entries()) {
      await writeFile(join(drive, 'session'), slot === 2 ? 'of an earlier session' : plain);
    }
    await fixture.open();
    expect(fixture.messages.join()).not.toContain('made again');
    expect(fixture.messages.filter((text) => text.includes('earlier day'))).toHaveLength(1);
    expect(await get(fixture.store, 'k')).toBe('x');
    expect(await get(fixture.store, 'l')).toBe('y');
  });
});

describe('what a newer version has written', () => {
  it('is refused as a record, with a sentence', async () => {
    await put(fixture.store, 'k', 'x');
    const { segments, writer, drives } = fixture.store.upkeep.parts;
    const { id = 0, slots = [], length = 0 } = segments.get(writer.activeId ?? 0) ?? {};
    const draft = { sequence: 9e9, type: 200, more: false, header: '{}', data: undefined };
    const bytes = Buffer.alloc(256);
    const size = encodeRecord(draft, bytes, 0);
    await fixture.close();
    for (const slot of slots) {
      const drive = drives.all[slot];
      const file = await open(drive ? segmentPath(drive, id) : '', 'r+');
      await file.write(bytes, 0, size, length);
      await file.close();
    }
    await rm(join(fixture.dataDir, 'index.sqlite'));
    await expect(fixture.open()).rejects.toThrow('A newer version of Stowage');
  });

  it('is refused as a segment that needs a program to know more, also without an index', async () => {
    const { writer } = fixture.store.upkeep.parts;
    writer.addFeature('striping');
    await writer.seal();
    await put(fixture.store, 'k', 'x');
    await fixture.close();
    await expect(fixture.open()).rejects.toThrow('A newer version of Stowage');
    await rm(join(fixture.dataDir, 'index.sqlite'));
    await expect(fixture.open()).rejects.toThrow('A newer version of Stowage');
  });

  it('is refused as a drive, with a sentence', async () => {
    await fixture.close();
    const file = join(fixture.drives[0] ?? '', 'format.json');
    const format = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...format, features: ['striping'] }));
    await fixture.open();
    expect(fixture.store.health().refused).toMatchObject([
      {
        path: fixture.drives[0] ?? '',
        reason: expect.stringContaining('a newer version of Stowage'),
      },
    ]);
  });
});
