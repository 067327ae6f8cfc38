import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';

const IOERR_WRITE = 778;
const CORRUPT_INDEX = 779;

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('not now'), { code: 'ERR_SQLITE_ERROR', errcode });
}

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  await put(fixture.store, 'before', 'x');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await fixture.remove();
});

/**
 * Makes the index fail for each statement of this kind and, unless it `prepares`, for each
 * statement prepared from here on.
 */
function failOver(kind: RegExp, { errcode = IOERR_WRITE, prepares = false } = {}): void {
  for (const method of ['run', 'get', 'all'] as const) {
    const real = StatementSync.prototype[method];
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (kind.test(this.sourceSQL)) {
        throw sqliteError(errcode);
      }
      return Reflect.apply(real, this, values);
    });
  }
  if (!prepares) {
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(() => {
      throw sqliteError(errcode);
    });
  }
}

describe('an index whose disk fails', () => {
  it.each([
    ['begins no change', /^BEGIN/],
    ['takes no row', /^INSERT OR REPLACE INTO current/],
    ['ends no change', /^COMMIT/],
    ['reads nothing', /^SELECT/],
  ])('%s, and the writer is told to try again', async (_, kind) => {
    failOver(kind);
    const refused = { code: 'ServiceUnavailable', status: 503 };
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject(refused);
    vi.restoreAllMocks();
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    await put(fixture.store, 'k', 'z');
    expect(await get(fixture.store, 'k')).toBe('z');
  });

  it('is made again at the next start where it is damaged, and the writer is told so', async () => {
    failOver(/^COMMIT/, { errcode: CORRUPT_INDEX });
    await expect(put(fixture.store, 'k', 'y')).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      message: 'The index is damaged and will be made again at the next start.',
    });
    vi.restoreAllMocks();
    await vi.waitFor(() => expect(existsSync(join(fixture.dataDir, 'index.damaged'))).toBe(true));
  });

  it('does not make the log forget its segments', async () => {
    failOver(/^COMMIT/);
    await expect(put(fixture.store, 'k', 'y')).rejects.toThrow();
    vi.restoreAllMocks();
    await fixture.store.upkeep.parts.writer.seal();
    await put(fixture.store, 'after', 'z');
    await fixture.rebuild();
    expect(await get(fixture.store, 'before')).toBe('x');
    expect(fixture.store.getObject('bucket', 'k')).toBeUndefined();
    expect(await get(fixture.store, 'after')).toBe('z');
  });

  it('keeps its totals as they were before what it refused', async () => {
    const { store } = fixture;
    const { segments, usage } = store.index.accounting;
    await put(store, 'gone', 'x');
    await store.deleteObject({ bucket: 'bucket', key: 'gone' });
    const totals = () => structuredClone({ segments, usage });
    const before = totals();
    expect([...before.segments.values()].some(({ tombstones }) => tombstones.size > 0)).toBe(true);
    failOver(/^COMMIT/);
    await expect(put(store, 'k', 'y')).rejects.toMatchObject({ status: 503 });
    const deletion = store.deleteObject({ bucket: 'bucket', key: 'before' });
    await expect(deletion).rejects.toMatchObject({ status: 503 });
    expect(totals()).toEqual(before);
  });

  it('shows no bucket that was refused, and shows the one that is made later', async () => {
    failOver(/FROM bucket WHERE id/);
    await expect(makeBucket(fixture.store, 'other')).rejects.toMatchObject({ status: 503 });
    vi.restoreAllMocks();
    expect(fixture.store.getBucket('other')).toBeUndefined();
    await makeBucket(fixture.store, 'other');
    expect(fixture.store.getBucket('other')).toBeDefined();
  });

  it('still lets a drive be filled that failed meanwhile', () => {
    const { drives, heal } = fixture.store.upkeep.parts;
    failOver(/./);
    drives.failed(1, new Error('EIO'));
    expect(heal.pending).toEqual([1]);
  });

  it('does not keep the store from closing', async () => {
    failOver(/./);
    await fixture.close();
    vi.restoreAllMocks();
    await fixture.open();
    expect(await get(fixture.store, 'before')).toBe('x');
  });

  it('keeps the store from opening without a session of its own', async () => {
    await fixture.close();
    failOver(/^INSERT OR REPLACE INTO state/, { prepares: true });
    await expect(fixture.open()).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    vi.restoreAllMocks();
    await fixture.open();
    expect(await get(fixture.store, 'before')).toBe('x');
  });
});
