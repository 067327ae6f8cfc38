import type { ObjectVersion } from '@stowage/contract/object-detail';
import type { ListedVersion } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listVersions, type VersionQuery } from './list-versions.ts';
import { HOSTILE_KEYS, testObjects } from './testing/test-objects.ts';

const BUCKET = 'detail-versions';
const objects = testObjects(BUCKET);
const { ask, detail, put } = objects;
beforeAll(objects.open);
afterAll(objects.close);

const list = (key: string, more = '') => ask('GET', 'versions', key, { more });
const ids = (versions: readonly ObjectVersion[]) => versions.map(({ version_id }) => version_id);

describe('the versions of an object', () => {
  it.each(HOSTILE_KEYS)('of %j are numbered from the oldest, the newest first', async (key) => {
    const first = await put(key, '1');
    const { versionId: marker = '' } = await objects.test.s3.deleteObject({ bucket: BUCKET, key });
    const third = await put(key, '333');
    await put(`${key.slice(0, 100)}/below`);
    const response = await list(key);
    expect(response.statusCode).toBe(200);
    const { versions, total, next } = response.json();
    expect(ids(versions)).toEqual([third, marker, first]);
    expect(versions).toMatchObject([
      { number: 3, is_latest: true, is_delete_marker: false, size: 3 },
      { number: 2, is_latest: false, is_delete_marker: true },
      { number: 1, is_latest: false, is_delete_marker: false, size: 1 },
    ]);
    expect({ total, next }).toEqual({ total: 3, next: undefined });
  });

  it('come page by page, each once, with the numbers of the whole', async () => {
    const stored: string[] = [];
    for (let n = 0; n < 7; n += 1) stored.unshift(await put('paged', `${n}`));
    await put('paged-2');
    const seen: ObjectVersion[] = [];
    let cursor = '';
    do {
      const page = (await list('paged', `&limit=3${cursor}`)).json();
      expect(page.total).toBe(7);
      seen.push(...page.versions);
      cursor = page.next === undefined ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(ids(seen)).toEqual(stored);
    expect(seen.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('are found by a part of their ID, or the beginning of their time', async () => {
    const wanted = await put('searched');
    await put('searched');
    const found = (await list('searched', `&search=${wanted.slice(3, 20).toUpperCase()}`)).json();
    expect(found.versions).toMatchObject([{ version_id: wanted, number: 1 }]);
    const day = new Date().toISOString().slice(0, 8);
    expect((await list('searched', `&search=${day}`)).json().versions).toHaveLength(2);
    expect((await list('searched', '&search=1999')).json().versions).toEqual([]);
  });

  it('are those that were there at a time, with the numbers of today', async () => {
    const first = await put('rewound');
    const { last_modified } = (await detail('rewound')).json();
    const until = new Date(Date.parse(last_modified) + 999).toISOString();
    await objects.test.s3.deleteObject({ bucket: BUCKET, key: 'rewound' });
    const all = (await list('rewound')).json().versions;
    const then = (await list('rewound', `&until=${all[1].last_modified}`)).json();
    expect(ids(then.versions)).toContain(first);
    expect(then.total).toBe(2);
    expect((await list('rewound', `&until=${until}`)).statusCode).toBe(200);
    expect((await list('rewound', '&until=2020-01-01T00:00:00Z')).json().versions).toEqual([]);
    expect((await list('rewound', '&until=yesterday')).json()).toMatchObject({ field: 'until' });
  });

  it('of what was never there are none', async () => {
    await put('never-there-2');
    expect((await list('never-there')).json()).toEqual({ versions: [], total: 0 });
  });

  it.each(['x', Buffer.from('{"after":1}').toString('base64url')])(
    'are not listed from the cursor %j',
    async (cursor) => {
      const response = await list('paged', `&cursor=${cursor}`);
      expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'cursor' });
    },
  );
});

describe('versions in their thousands', () => {
  /** A storage server with this many versions of one object, which counts its requests. */
  function storageWith(amount: number) {
    const calls: (string | undefined)[] = [];
    const version = (index: number): ListedVersion => ({
      key: 'k',
      versionId: `v${index}`,
      isLatest: index === 0,
      isDeleteMarker: false,
      size: 1,
      lastModified: '2026-11-12T00:00:00.000Z',
      etag: 'e',
      storageClass: 'STANDARD',
    });
    const lister = {
      listObjectVersions: async ({ versionIdMarker }: { versionIdMarker?: string | undefined }) => {
        calls.push(versionIdMarker);
        const from = versionIdMarker === undefined ? 0 : Number(versionIdMarker.slice(1)) + 1;
        const until = Math.min(from + 1000, amount);
        const versions = Array.from({ length: until - from }, (_, n) => version(from + n));
        return { versions, prefixes: [], truncated: until < amount };
      },
    };
    return { lister, calls };
  }
  const query = (more: Partial<VersionQuery> = {}): VersionQuery => ({
    bucket: 'b',
    key: 'k',
    search: undefined,
    until: undefined,
    cursor: undefined,
    limit: 100,
    signal: new AbortController().signal,
    ...more,
  });

  it('are counted once, and later pages cost one call each', async () => {
    const { lister, calls } = storageWith(4500);
    const first = await listVersions(lister, query());
    expect(first.versions).toHaveLength(100);
    expect(first.versions[0]).toMatchObject({ version_id: 'v0', number: 4500 });
    expect(calls).toHaveLength(5);
    const second = await listVersions(lister, query({ cursor: first.next }));
    expect(second.versions[0]).toMatchObject({ version_id: 'v100', number: 4400 });
    expect(second.total).toBe(4500);
    expect(calls.slice(5)).toEqual(['v99']);
  });

  it('beyond ten thousand are not counted, and all of them come', async () => {
    const { lister, calls } = storageWith(12_345);
    let cursor: string | undefined;
    let seen = 0;
    do {
      const page = await listVersions(lister, query({ cursor, limit: 1000 }));
      if (cursor === undefined) expect(calls).toHaveLength(10);
      if (seen === 0) expect(page.total).toBeUndefined();
      expect(page.versions[0]?.version_id).toBe(`v${seen}`);
      seen += page.versions.length;
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen).toBe(12_345);
  });

  it('are searched for two seconds a call, and the search goes on from there', async () => {
    const { lister } = storageWith(9000);
    let clock = 0;
    const slow = () => (clock += 1000);
    const first = await listVersions(lister, query({ search: 'v8999' }), slow);
    expect(first.versions).toEqual([]);
    expect(first.next).toBeDefined();
    let { next, versions } = first;
    while (next !== undefined && versions.length === 0) {
      ({ next, versions } = await listVersions(
        lister,
        query({ search: 'v8999', cursor: next }),
        slow,
      ));
    }
    expect(versions.map(({ version_id }) => version_id)).toEqual(['v8999']);
  });
});

describe('restoring a version', () => {
  const restore = (key: string, version: string) => ask('PUT', 'restore', key, { version });
  const content = async (key: string) => {
    const { body } = await objects.test.s3.getObject({ bucket: BUCKET, key });
    return Buffer.concat(await body.toArray()).toString();
  };

  it.each(HOSTILE_KEYS)('makes it the current one of %j [API-54]', async (key) => {
    const old = await put(key, 'the old content');
    await put(key, 'new');
    expect((await restore(key, old)).statusCode).toBe(200);
    expect(await content(key)).toBe('the old content');
    const { versions } = (await list(key)).json();
    expect(versions[0].version_id).not.toBe(old);
    expect(ids(versions)).toContain(old);
  });

  it('keeps its type, headers, metadata and tags', async () => {
    const described = {
      contentType: 'text/markdown',
      cacheControl: 'no-cache',
      metadata: { camera: 'z6', ort: 'Gemüse' },
      tags: { site: 'kiel' },
    };
    const { versionId = '' } = await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'described',
      size: 1,
      body: Buffer.from('x'),
      ...described,
    });
    await put('described', 'plain');
    await restore('described', versionId);
    expect((await detail('described')).json()).toMatchObject({
      content_type: 'text/markdown',
      cache_control: 'no-cache',
      user_metadata: { camera: 'z6', ort: 'Gemüse' },
      tags: { site: 'kiel' },
    });
  });

  it('brings back an object that was deleted', async () => {
    const old = await put('brought-back', 'here again');
    await objects.test.s3.deleteObject({ bucket: BUCKET, key: 'brought-back' });
    expect((await restore('brought-back', old)).statusCode).toBe(200);
    expect(await content('brought-back')).toBe('here again');
  });

  it('is refused for a delete marker, and for a version that is gone', async () => {
    await put('marked');
    const { versionId = '' } = await objects.test.s3.deleteObject({
      bucket: BUCKET,
      key: 'marked',
    });
    expect((await restore('marked', versionId)).json()).toMatchObject({
      errorCode: 'VersionNotFound',
      detailedMessage: 'This version is a delete marker and has no content.',
    });
    const gone = await restore('marked', '11111111-2222-4333-8444-555555555555');
    expect(gone.json().errorCode).toBe('VersionNotFound');
  });
});
