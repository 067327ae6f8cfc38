import { cpuTimeOf } from '@stowage/domain/testing/cpu-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';
import type { Listing, ListQuery } from '../types.ts';
import { commonPrefix, compareKeys } from './key-range.ts';

const KEYS = [
  'a',
  'a/',
  'a//',
  'a//b',
  'a/b',
  'a/b/c',
  'a/b/d',
  'a0',
  'ab',
  'abc',
  'quote\'"s',
  'dots/../x',
  './y',
  'space key',
  'photos/',
  'photos/1',
  'photos/2/',
  'photos/2/x',
  'photos0',
  '\u{1F600}',
  '\u{1F600}/x',
  '\uffff',
  '\ue000/y',
  'é',
  'zz',
  'tab\tkey',
  `${'k'.repeat(1020)}/end`,
  '%2F',
  '&<>',
  '\u{10ffff}',
  '\u{10ffff}/z',
];
const PREFIXES = [
  '',
  'a',
  'a/',
  'a//',
  'a/b',
  'photos',
  'photos/',
  '\u{1F600}',
  'none',
  '\u{10ffff}',
];
const DELIMITERS = ['', '/', '//', 'b', '\u{1F600}'];
const AFTERS = [
  '',
  'a',
  'a/',
  'a/b',
  'a/b/',
  'a/b/c',
  'photos/',
  'photos/1',
  'photos',
  'zzz',
  '\u{1F600}',
];

interface Entry {
  readonly name: string;
  readonly isPrefix: boolean;
}

/** Returns the complete listing after a key, computed in the simplest way. */
function bruteForce(query: Pick<ListQuery, 'prefix' | 'delimiter' | 'after'>): Entry[] {
  const entries = new Map<string, Entry>();
  for (const key of KEYS.filter((one) => one.startsWith(query.prefix))) {
    const common = commonPrefix(key, query.prefix, query.delimiter);
    const name = common ?? key;
    if (compareKeys(name, query.after) > 0 || query.after === '') {
      entries.set(`${common === undefined}${name}`, { name, isPrefix: common !== undefined });
    }
  }
  return [...entries.values()].sort((a, b) => compareKeys(a.name, b.name));
}

function entriesOf(listing: Listing): Entry[] {
  return [
    ...listing.objects.map((o) => ({ name: o.key, isPrefix: false })),
    ...listing.prefixes.map((name) => ({ name, isPrefix: true })),
  ].sort((a, b) => compareKeys(a.name, b.name));
}

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store, 'before');
  await makeBucket(fixture.store);
  await makeBucket(fixture.store, 'versions');
  await fixture.store.updateBucket('versions', { versioning: 'enabled' });
  await Promise.all(KEYS.map((key) => put(fixture.store, key, key)));
  await put(fixture.store, 'elsewhere', 'x', { bucket: 'before' });
  for (const round of [1, 2, 3]) {
    await Promise.all(
      KEYS.map((key) => put(fixture.store, key, `${round}`, { bucket: 'versions' })),
    );
  }
  const hidden = KEYS.filter((_, i) => i % 4 === 0);
  await fixture.store.deleteObjects(hidden.map((key) => ({ bucket: 'versions', key })));
});
afterAll(() => fixture.remove());

describe('list', () => {
  it('gives what a walk over all keys gives, whatever the query', () => {
    for (const prefix of PREFIXES) {
      for (const delimiter of DELIMITERS) {
        for (const after of AFTERS) {
          const query = { prefix, delimiter, after };
          const listing = fixture.store.list({ bucket: 'bucket', ...query, limit: 1000 });
          expect(entriesOf(listing), JSON.stringify(query)).toEqual(bruteForce(query));
          expect(listing.next).toBeUndefined();
        }
      }
    }
  });

  it('gives the same in pages of any size', () => {
    for (const delimiter of DELIMITERS) {
      for (const prefix of PREFIXES) {
        const expected = bruteForce({ prefix, delimiter, after: '' });
        for (const limit of [1, 2, 3, 7, expected.length, 100]) {
          const found: Entry[] = [];
          let after = '';
          for (let page = 0; page < 100; page++) {
            const listing = fixture.store.list({
              bucket: 'bucket',
              prefix,
              delimiter,
              after,
              limit,
            });
            found.push(...entriesOf(listing));
            if (!listing.next) {
              break;
            }
            expect(entriesOf(listing)).toHaveLength(limit);
            after = listing.next.key;
          }
          expect(found, `${delimiter} ${prefix} ${limit}`).toEqual(expected);
        }
      }
    }
  });

  it('gives nothing and says nothing more for a limit of zero', () => {
    const query = { bucket: 'bucket', prefix: '', delimiter: '/', after: '', limit: 0 };
    expect(fixture.store.list(query)).toEqual({ objects: [], prefixes: [] });
  });

  it('passes over keys whose latest version is a delete marker', () => {
    const query = { bucket: 'versions', prefix: '', delimiter: '', after: '', limit: 1000 };
    const keys = fixture.store.list(query).objects.map((o) => o.key);
    expect(keys).toEqual(KEYS.filter((_, i) => i % 4 !== 0).sort(compareKeys));
  });

  it('gives versions newest first, in pages of any size', () => {
    const whole = fixture.store.list({
      bucket: 'versions',
      prefix: '',
      delimiter: '',
      after: '',
      limit: 1000,
      versions: true,
    });
    expect(whole.objects).toHaveLength(KEYS.length * 3 + Math.ceil(KEYS.length / 4));
    const a = whole.objects.filter((o) => o.key === 'a');
    expect(a.map((o) => [o.isDeleteMarker, o.isLatest])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
    expect(a[1]?.versionId.localeCompare(a[2]?.versionId ?? '')).toBe(1);
    for (const limit of [1, 2, 5, 11]) {
      const found = [];
      let next: Listing['next'] = { key: '' };
      while (next) {
        const { key, versionId } = next as NonNullable<Listing['next']>;
        const page: Listing = fixture.store.list({
          bucket: 'versions',
          prefix: '',
          delimiter: '',
          after: key,
          limit,
          versions: true,
          ...(versionId === undefined ? undefined : { afterVersion: versionId }),
        });
        found.push(...page.objects);
        next = page.next;
      }
      expect(found, `${limit}`).toEqual(whole.objects);
    }
  });

  it('goes on rightly after the version that ended the page was deleted', async () => {
    const base = { bucket: 'versions', prefix: 'ab', delimiter: '', limit: 2, versions: true };
    const all = fixture.store.list({ ...base, after: '', limit: 100 }).objects;
    const first = fixture.store.list({ ...base, after: '' });
    await fixture.store.deleteObjects(
      first.objects.map((o) => ({ bucket: 'versions', key: o.key, versionId: o.versionId })),
    );
    const second = fixture.store.list({
      ...base,
      limit: 100,
      after: first.next?.key ?? '',
      afterVersion: first.next?.versionId ?? '',
    });
    expect(second.objects.map((o) => o.versionId)).toEqual(all.slice(2).map((o) => o.versionId));
    expect(second.objects[0]?.isLatest).toBe(true);
  });

  it('seeks past a common prefix instead of walking through it', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `deep/${i}`);
    await Promise.all(many.map((key) => put(fixture.store, key, '', { bucket: 'before' })));
    const query = { bucket: 'before', prefix: '', delimiter: '/', after: '', limit: 1000 };
    const timeOf = (one: typeof query) =>
      cpuTimeOf(() => {
        for (let i = 0; i < 20; i++) {
          fixture.store.list(one);
        }
      });
    const folded = await timeOf(query);
    const flat = await timeOf({ ...query, delimiter: '', limit: 5000 });
    expect(fixture.store.list(query)).toMatchObject({ prefixes: ['deep/'] });
    expect(folded).toBeLessThan(flat / 4);
  });
});
