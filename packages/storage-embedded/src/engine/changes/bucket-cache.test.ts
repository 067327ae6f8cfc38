import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBucket, StoreFixture } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
});
afterEach(() => fixture.remove());

it('follows changes of buckets without reading the others again', async () => {
  const { store } = fixture;
  const names = Array.from({ length: 40 }, (_, i) => `bucket-${(i * 7) % 40}`);
  await Promise.all(names.map((name) => makeBucket(store, name)));
  const readAll = vi.spyOn(store.index.buckets, 'all');
  const before = store.listBuckets();
  await Promise.all([
    store.updateBucket('bucket-7', { settings: { tagging: 'a' } }),
    store.updateBucket('bucket-39', { versioning: 'enabled' }),
    store.deleteBucket('bucket-0'),
    store.deleteBucket('bucket-9'),
    makeBucket(store, 'aaa'),
    makeBucket(store, 'zzz'),
  ]);
  await store.deleteBucket('bucket-20');
  await makeBucket(store, 'bucket-20');
  const seen = store.listBuckets();
  expect(readAll).not.toHaveBeenCalled();
  expect(before).toHaveLength(40);
  expect(store.getBucket('bucket-9')).toBeUndefined();
  expect(store.getBucket('bucket-7')?.settings).toEqual({ tagging: 'a' });
  await fixture.reopen();
  expect(seen).toEqual(fixture.store.listBuckets());
  expect(seen).toHaveLength(40);
});
