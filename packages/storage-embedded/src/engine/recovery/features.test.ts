import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { get, makeBucket, PLAIN, put, StoreFixture } from '../testing/store-fixture.ts';

const COMPRESSED = { ...PLAIN, compression: { algorithm: 'zstd', block: 1024 * 1024 } } as const;

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  await put(fixture.store, 'before', 'x');
});
afterEach(() => fixture.remove());

/** Features that the newest segment requires. */
function features(): readonly string[] | undefined {
  const { writer } = fixture.store.upkeep.parts;
  return writer.hasFeature('compression') ? ['compression'] : undefined;
}

/** Schema number that versions without feature support check first: they open only 1. */
function indexNumber(): number {
  const db = new DatabaseSync(join(fixture.dataDir, 'index.sqlite'), { readOnly: true });
  const found = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  db.close();
  return found;
}

it('a log without compressed contents is as it was', async () => {
  expect(features()).toBeUndefined();
  await fixture.close();
  expect(indexNumber()).toBe(1);
});

it.each(['object', 'upload'])('a log with a compressed %s says so, for good', async (kind) => {
  const about = { bucket: 'bucket', key: 'k', attributes: COMPRESSED };
  await (kind === 'object'
    ? put(fixture.store, 'k', 'x', { attributes: COMPRESSED })
    : fixture.store.createUpload(about));
  await fixture.close();
  expect(indexNumber()).toBe(2);
  await fixture.open();
  expect(features()).toEqual(['compression']);
  await fixture.close();
  await rm(join(fixture.dataDir, 'index.sqlite'));
  await fixture.open();
  expect(features()).toEqual(['compression']);
  expect(await get(fixture.store, 'before')).toBe('x');
  await fixture.close();
  expect(indexNumber()).toBe(2);
});
