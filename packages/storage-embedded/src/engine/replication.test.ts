import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectReplication } from './object-replication.ts';
import { makeBucket, put, StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;

beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
});

afterEach(() => fixture.remove());

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const replica = (n: number, etag = `e${n}`) =>
  put(fixture.store, 'k', `content ${n}`, {
    replica: { versionId: id(n), modifiedAt: n * 1000, etag },
  });
const listed = () =>
  fixture.store
    .list({ bucket: 'bucket', prefix: '', delimiter: '', after: '', limit: 100, versions: true })
    .objects.map(({ versionId, isLatest, isDeleteMarker }) => {
      const n = Number(versionId.slice(-4));
      return `${n}${isDeleteMarker ? 'm' : ''}${isLatest ? '*' : ''}`;
    });

describe('a version from another server', () => {
  it('keeps its id, its age and its etag', async () => {
    await replica(1, 'other');
    expect(fixture.store.getObject('bucket', 'k')).toMatchObject({
      versionId: id(1),
      modifiedAt: 1000,
      etag: 'other',
    });
  });

  it.each(['open', 'reopen', 'rebuild'] as const)('stands by its age (%s)', async (again) => {
    for (const n of [5, 3, 8, 4, 7, 1, 6, 2]) {
      await replica(n);
    }
    if (again !== 'open') {
      await fixture[again]();
    }
    expect(listed()).toEqual(['8*', '7', '6', '5', '4', '3', '2', '1']);
  });

  it('stands by its age however many come from the newest to the oldest', async () => {
    for (let n = 200; n > 0; n--) {
      await replica(n);
    }
    expect(listed().slice(0, 3)).toEqual(['200*', '199', '198']);
    expect(fixture.store.getObject('bucket', 'k', id(1))?.size).toBe(9);
  });

  it('is refused when it is there already, and replaces another content', async () => {
    await replica(2);
    await replica(1);
    await expect(replica(1)).rejects.toMatchObject({ code: 'PreconditionFailed' });
    await replica(1, 'another');
    expect(listed()).toEqual(['2*', '1']);
    expect(fixture.store.getObject('bucket', 'k', id(1))?.etag).toBe('another');
  });

  it('is refused by a bucket that keeps no versions', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'suspended' });
    await expect(replica(1)).rejects.toMatchObject({ code: 'InvalidArgument' });
  });

  it('is hidden by a delete marker of its age, which goes when it is sent again', async () => {
    await replica(1);
    await replica(3);
    const marker = (n: number) =>
      fixture.store.deleteObject({
        bucket: 'bucket',
        key: 'k',
        versionId: id(n),
        replica: { marker: true, modifiedAt: n * 1000 },
      });
    await marker(2);
    expect(listed()).toEqual(['3*', '2m', '1']);
    await marker(4);
    expect(listed()).toEqual(['4m*', '3', '2m', '1']);
    expect(fixture.store.getObject('bucket', 'k', id(4))?.replication).toEqual({ replica: true });
    await marker(4);
    expect(listed()).toEqual(['3*', '2m', '1']);
  });
});

describe('what is kept about the replication of a version', () => {
  const pending: ObjectReplication = { change: 1, targets: { arn: { status: 'PENDING' } } };

  it('is decided at the commit, and stays when other attributes change', async () => {
    const numbers: number[] = [];
    fixture.store.observe({
      mark: ({ kind }, number) => {
        numbers.push(number);
        return kind === 'updated' ? undefined : pending;
      },
    });
    const { versionId } = await put(fixture.store, 'k', 'abc');
    await fixture.store.updateObject({ bucket: 'bucket', key: 'k' }, () => ({ tags: { a: 'b' } }));
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await fixture.rebuild();
    const [marker, object] = [undefined, versionId].map((version) =>
      fixture.store.getObject('bucket', 'k', version),
    );
    expect(marker).toMatchObject({ isDeleteMarker: true, replication: pending });
    expect(object).toMatchObject({ tags: { a: 'b' }, replication: pending });
    expect(new Set(numbers).size).toBe(3);
  });

  it('can be set for versions and markers, unobserved, with the content unharmed', async () => {
    const { versionId } = await put(fixture.store, 'k', 'abc');
    const marker = await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    const seen: string[] = [];
    fixture.store.observe({ committed: ({ kind }) => seen.push(kind) });
    const set = (version = versionId) =>
      fixture.store.annotate({ bucket: 'bucket', key: 'k', versionId: version }, () => ({
        replication: pending,
      }));
    await set();
    await set(marker.versionId);
    await set(id(9));
    const object = fixture.store.getObject('bucket', 'k', versionId) ?? expect.fail();
    expect(object.replication).toEqual(pending);
    expect(await fixture.store.readObject(object).toArray()).toEqual([Buffer.from('abc')]);
    expect(fixture.store.getObject('bucket', 'k')).toMatchObject({
      isDeleteMarker: true,
      replication: pending,
    });
    expect(seen).toEqual([]);
  });
});
