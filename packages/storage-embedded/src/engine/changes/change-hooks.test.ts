import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBucket, PLAIN, put, StoreFixture } from '../testing/store-fixture.ts';
import type { ChangeCause } from '../types.ts';
import type { ObjectChange, QueuedDocument } from './change-hooks.ts';

let fixture: StoreFixture;

beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});

afterEach(() => fixture.remove());

const CAUSE: ChangeCause = {
  event: 'ObjectCreated:Put',
  accessKey: 'me',
  sourceIp: '127.0.0.1',
  userAgent: 'test',
  requestId: '1',
};

/** Collects the announced changes in order. */
function watch(): string[] {
  const seen: string[] = [];
  fixture.store.observe({
    committed: ({ kind, key, versionId, cause, object }) => {
      seen.push(`${kind} ${key} ${versionId} ${object().size} ${cause?.accessKey ?? '-'}`);
    },
  });
  return seen;
}

/** Stores a document with each change. */
function queue(kept: QueuedDocument[] = []): QueuedDocument[] {
  fixture.store.observe({
    accompany: ({ key, kind }: ObjectChange) => [{ kind: 'queue', value: `${kind} ${key}` }],
    committed: (_, documents) => {
      kept.push(...documents);
    },
  });
  return kept;
}

const queued = () => fixture.store.pageDocuments('queue', '', 100).map(({ value }) => value);

describe('announcements', () => {
  it('tell of each change of a version, once and with its cause', async () => {
    const seen = watch();
    const { store } = fixture;
    await put(store, 'k', 'abc', { cause: CAUSE });
    await store.updateObject({ bucket: 'bucket', key: 'k', cause: CAUSE }, () => ({ tags: {} }));
    await store.deleteObject({ bucket: 'bucket', key: 'k', cause: CAUSE });
    await store.deleteObject({ bucket: 'bucket', key: 'k', cause: CAUSE });
    expect(seen).toEqual(['written k null 3 me', 'updated k null 3 me', 'removed k null 3 me']);
  });

  it('tell of delete markers, of uploads and of what has no cause', async () => {
    const { store } = fixture;
    await store.updateBucket('bucket', { versioning: 'enabled' });
    const { versionId } = await put(store, 'k', 'abc');
    const seen = watch();
    const marker = await store.deleteObject({ bucket: 'bucket', key: 'k' });
    await store.deleteObject({ bucket: 'bucket', key: 'k', versionId });
    const upload = { bucket: 'bucket', key: 'u', attributes: PLAIN };
    const uploadId = await store.createUpload(upload);
    const open = store.getUpload('bucket', 'u', uploadId);
    const whole = await store.completeUpload(open ?? expect.fail(), [], { etag: 'x-0' });
    expect(seen).toEqual([
      `marked k ${marker.versionId} 0 -`,
      `removed k ${versionId} 3 -`,
      `written u ${whole.versionId} 0 -`,
    ]);
  });

  it('do not tell of what was refused', async () => {
    const seen = watch();
    const refused = put(fixture.store, 'k', 'x', { condition: { ifMatch: ['*'] } });
    await expect(refused).rejects.toMatchObject({ code: 'NoSuchKey' });
    expect(seen).toEqual([]);
  });
});

describe('documents that go with a change', () => {
  it('are there when it is, in the order of the changes, with names to remove them by', async () => {
    const kept = queue();
    await put(fixture.store, 'a', '1');
    await Promise.all([put(fixture.store, 'a', '2'), put(fixture.store, 'b', '3')]);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'a' });
    expect(queued().filter((value) => value.endsWith('a'))).toEqual([
      'written a',
      'written a',
      'removed a',
    ]);
    expect(fixture.store.countDocuments('queue')).toBe(4);
    for (const { kind, name } of kept) {
      await fixture.store.putDocument(kind, name, null);
    }
    expect(queued()).toEqual([]);
  });

  it.each(['reopen', 'rebuild', 'losePower'] as const)('survive (%s)', async (again) => {
    queue();
    await put(fixture.store, 'a', '1');
    await fixture.store.queueDocument('queue', 'by hand');
    await fixture[again]();
    expect(queued()).toEqual(['written a', 'by hand']);
  });

  it('are not kept with a change that was refused', async () => {
    queue();
    await put(fixture.store, 'a', '1');
    const refused = put(fixture.store, 'a', 'x', { condition: { ifNoneMatch: ['*'] } });
    await expect(refused).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect(queued()).toEqual(['written a']);
  });

  it('come in pages', async () => {
    queue();
    for (const key of ['a', 'b', 'c']) {
      await put(fixture.store, key, '1');
    }
    const [first, second] = fixture.store.pageDocuments('queue', '', 2);
    const rest = fixture.store.pageDocuments('queue', second?.name ?? '', 2);
    expect([first?.value, second?.value]).toEqual(['written a', 'written b']);
    expect(rest.map(({ value }) => value)).toEqual(['written c']);
  });
});

describe('an observer that fails', () => {
  it('costs neither the change nor the others their part', async () => {
    const failing = () => {
      throw new Error('the observer is broken');
    };
    fixture.store.observe({ mark: failing, accompany: failing, committed: failing });
    const seen = watch();
    queue();
    await put(fixture.store, 'a', '1');
    await put(fixture.store, 'b', '2');
    expect(seen).toEqual(['written a null 1 -', 'written b null 1 -']);
    expect(queued()).toEqual(['written a', 'written b']);
    expect(fixture.messages).toContain(
      'error: An observer failed over a change, which was made without it.',
    );
  });
});
