import { S3Error } from '@stowage/storage-wire/s3-error';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, makeBucket, PLAIN, put, StoreFixture } from './testing/store-fixture.ts';
import type { DeleteGuard, ObjectAttributes } from './types.ts';

const FUTURE = Date.now() + 3_600_000;

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  await makeBucket(fixture.store, 'locked', true);
});
afterEach(() => fixture.remove());

describe('conditions of writes', () => {
  it('lets exactly one of many creators win', async () => {
    const condition = { ifNoneMatch: ['*'] };
    const tries = [...Array(20).keys()].map((i) => put(fixture.store, 'k', `${i}`, { condition }));
    const results = await Promise.allSettled(tries);
    const lost = results.filter((r) => r.status === 'rejected');
    expect(lost).toHaveLength(19);
    expect(lost[0]?.reason).toMatchObject({ code: 'PreconditionFailed' });
  });

  it('replaces only the object whose ETag matches', async () => {
    const first = await put(fixture.store, 'k', 'one');
    await put(fixture.store, 'k', 'two', { condition: { ifMatch: [`"${first.etag}"`] } });
    const again = put(fixture.store, 'k', 'three', { condition: { ifMatch: [first.etag] } });
    await expect(again).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect(await get(fixture.store, 'k')).toBe('two');
  });

  it('answers NoSuchKey when there is nothing to match', async () => {
    const write = put(fixture.store, 'k', 'x', { condition: { ifMatch: ['*'] } });
    await expect(write).rejects.toMatchObject({ code: 'NoSuchKey' });
  });

  it('leaves no file behind for a large content that is refused', async () => {
    await put(fixture.store, 'k', 'x');
    const large = put(fixture.store, 'k', 'y'.repeat(50_000), {
      condition: { ifNoneMatch: ['*'] },
    });
    await expect(large).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect(await get(fixture.store, 'k')).toBe('x');
  });
});

describe('object lock', () => {
  async function locked(attributes: Partial<ObjectAttributes>) {
    const all = { ...PLAIN, ...attributes };
    return put(fixture.store, 'k', 'x', { bucket: 'locked', attributes: all });
  }

  it.each([
    ['a legal hold', { legalHold: true }, true],
    ['compliance retention', { retention: { mode: 'COMPLIANCE', until: FUTURE } }, true],
    ['governance retention', { retention: { mode: 'GOVERNANCE', until: FUTURE } }, false],
  ] as const)('keeps a version under %s', async (_, attributes, evenWithBypass) => {
    const { versionId } = await locked(attributes);
    const target = { bucket: 'locked', key: 'k', versionId };
    await expect(fixture.store.deleteObject(target)).rejects.toMatchObject({
      code: 'ObjectLocked',
    });
    const bypass = fixture.store.deleteObject({ ...target, bypassGovernance: true });
    if (evenWithBypass) {
      await expect(bypass).rejects.toMatchObject({ code: 'ObjectLocked' });
    } else {
      await expect(bypass).resolves.toMatchObject({ existed: true });
    }
  });

  it('lets a version go whose retention is over', async () => {
    const { versionId } = await locked({
      retention: { mode: 'COMPLIANCE', until: Date.now() - 1 },
    });
    const target = { bucket: 'locked', key: 'k', versionId };
    await expect(fixture.store.deleteObject(target)).resolves.toMatchObject({ existed: true });
  });

  it('allows a delete marker over a locked version', async () => {
    await locked({ legalHold: true });
    const deleted = await fixture.store.deleteObject({ bucket: 'locked', key: 'k' });
    expect(deleted.deleteMarker).toBe(true);
  });

  it('takes retention off with null, and holds off with false', async () => {
    const { versionId } = await locked({
      legalHold: true,
      retention: { mode: 'GOVERNANCE', until: FUTURE },
    });
    const target = { bucket: 'locked', key: 'k', versionId };
    const changed = await fixture.store.updateObject(target, () => ({
      retention: null,
      legalHold: false,
    }));
    expect(changed.retention).toBeUndefined();
    await expect(fixture.store.deleteObject(target)).resolves.toMatchObject({ existed: true });
  });

  it('keeps versioning on', async () => {
    const change = fixture.store.updateBucket('locked', { versioning: 'suspended' });
    await expect(change).rejects.toMatchObject({ code: 'InvalidBucketState' });
  });
});

describe('keys', () => {
  it.each([
    ['x'.repeat(1025), 'KeyTooLongError'],
    ['\u{1F600}'.repeat(257), 'KeyTooLongError'],
    ['', 'InvalidArgument'],
    ['\ud800', 'InvalidArgument'],
  ])('refuses %j', async (key, code) => {
    await expect(put(fixture.store, key, 'x')).rejects.toMatchObject({ code });
  });

  it('takes 1,024 bytes', async () => {
    const key = '\u{1F600}'.repeat(256);
    await put(fixture.store, key, 'x');
    expect(await get(fixture.store, key)).toBe('x');
  });
});

describe('the guard of a deletion', () => {
  beforeEach(async () => {
    await makeBucket(fixture.store, 'guarded');
    await put(fixture.store, 'k', 'one', { bucket: 'guarded' });
  });

  it('sees the object, and its refusal keeps it', async () => {
    const seen: unknown[] = [];
    const target = { bucket: 'guarded', key: 'k' };
    const deletion = fixture.store.deleteObject({
      ...target,
      guard: (object, latest) => {
        seen.push(object?.size, latest?.isLatest);
        throw new S3Error('PreconditionFailed');
      },
    });
    await expect(deletion).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect(seen).toEqual([3, true]);
    expect(fixture.store.getObject('guarded', 'k')).toBeDefined();
  });

  it('sees the latest version beside the one to be removed, and both before a marker', async () => {
    await fixture.store.updateBucket('guarded', { versioning: 'enabled' });
    const { versionId } = await put(fixture.store, 'k', 'second', { bucket: 'guarded' });
    const seen: unknown[] = [];
    const guard: DeleteGuard = (object, latest) =>
      void seen.push([object?.versionId, latest?.versionId]);
    const target = { bucket: 'guarded', key: 'k', guard };
    await fixture.store.deleteObject(target);
    const marker = fixture.store.getObject('guarded', 'k')?.versionId;
    await fixture.store.deleteObject({ ...target, versionId: 'null' });
    await fixture.store.deleteObject({ ...target, key: 'absent' });
    expect(seen).toEqual([
      [versionId, versionId],
      ['null', marker],
      [undefined, undefined],
    ]);
  });
});
