import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, makeBucket, put, StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

function versions(key: string): string[] {
  return fixture.store
    .list({ bucket: 'bucket', prefix: key, delimiter: '', after: '', limit: 100, versions: true })
    .objects.map(
      (o) =>
        `${o.versionId === 'null' ? 'null' : 'id'}${o.isDeleteMarker ? ' marker' : ''}${o.isLatest ? ' latest' : ''}`,
    );
}

describe('versioning', () => {
  it('keeps one null version while it is off', async () => {
    await put(fixture.store, 'k', 'one');
    const second = await put(fixture.store, 'k', 'two');
    expect(second).toMatchObject({ versionId: 'null', isLatest: true });
    expect(versions('k')).toEqual(['null latest']);
    expect(await get(fixture.store, 'k')).toBe('two');
    const deleted = await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(deleted).toEqual({ key: 'k', deleteMarker: false, existed: true });
    expect(versions('k')).toEqual([]);
  });

  it('keeps every version and hides them behind a delete marker while it is enabled', async () => {
    await put(fixture.store, 'k', 'null');
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    const one = await put(fixture.store, 'k', 'one');
    const two = await put(fixture.store, 'k', 'two');
    expect(versions('k')).toEqual(['id latest', 'id', 'null']);
    const marker = await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(marker).toMatchObject({ deleteMarker: true, existed: true });
    expect(versions('k')).toEqual(['id marker latest', 'id', 'id', 'null']);
    expect(fixture.store.getObject('bucket', 'k')).toMatchObject({ isDeleteMarker: true });
    expect(await get(fixture.store, 'k', one.versionId)).toBe('one');
    expect(await get(fixture.store, 'k', 'null')).toBe('null');
    await fixture.store.deleteObject({
      bucket: 'bucket',
      key: 'k',
      versionId: marker.versionId ?? '',
    });
    expect(await get(fixture.store, 'k')).toBe('two');
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k', versionId: two.versionId });
    expect(await get(fixture.store, 'k')).toBe('one');
    expect(versions('k')).toEqual(['id latest', 'null']);
  });

  it('replaces only the null version while it is suspended', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', 'one');
    await fixture.store.updateBucket('bucket', { versioning: 'suspended' });
    await put(fixture.store, 'k', 'two');
    await put(fixture.store, 'k', 'three');
    expect(versions('k')).toEqual(['null latest', 'id']);
    const deleted = await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(deleted).toMatchObject({ deleteMarker: true, versionId: 'null' });
    expect(versions('k')).toEqual(['null marker latest', 'id']);
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', 'four');
    expect(versions('k')).toEqual(['id latest', 'null marker', 'id']);
  });

  it('makes a marker even for a key that was never there', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    const deleted = await fixture.store.deleteObject({ bucket: 'bucket', key: 'ghost' });
    expect(deleted).toMatchObject({ deleteMarker: true, existed: false });
    expect(versions('ghost')).toEqual(['id marker latest']);
  });

  it('does not mind deleting a version that is not there', async () => {
    const target = { bucket: 'bucket', key: 'k', versionId: 'nothing' };
    expect(await fixture.store.deleteObject(target)).toMatchObject({ existed: false });
  });

  it('cannot be switched off again', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    const change = fixture.store.updateBucket('bucket', { versioning: 'off' });
    await expect(change).rejects.toMatchObject({ code: 'InvalidBucketState' });
  });

  it('changes attributes of one version and keeps its place and time', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    const one = await put(fixture.store, 'k', 'one');
    await put(fixture.store, 'k', 'two');
    const target = { bucket: 'bucket', key: 'k', versionId: one.versionId };
    const changed = await fixture.store.updateObject(target, () => ({ tags: { a: 'b' } }));
    expect(changed).toMatchObject({
      tags: { a: 'b' },
      isLatest: false,
      modifiedAt: one.modifiedAt,
    });
    expect(versions('k')).toEqual(['id latest', 'id']);
    await fixture.rebuild();
    expect(fixture.store.getObject('bucket', 'k', one.versionId)).toMatchObject({
      tags: { a: 'b' },
    });
    expect(await get(fixture.store, 'k', one.versionId)).toBe('one');
    expect(await get(fixture.store, 'k')).toBe('two');
  });
});
