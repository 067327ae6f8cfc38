import { describe, expect, it } from 'vitest';
import { parseSearch } from '#web/lib/router/search.ts';
import { aBucket } from '#web/testing/factories.ts';
import { bucketsSearch, matchingBuckets, orderedBuckets, totals } from './bucket-list.ts';

const buckets = [
  aBucket({ name: 'photos', creation_date: '2026-03-01T00:00:00Z', size: 10, objects: 3 }),
  aBucket({ name: 'archive', creation_date: '2026-01-01T00:00:00Z', size: 500, objects: 1 }),
  aBucket({ name: 'photos-2', creation_date: '2026-02-01T00:00:00Z', size: 10, objects: 9 }),
];
const names = (list: ReturnType<typeof matchingBuckets>) => list.map(({ name }) => name);

describe('the list of buckets', () => {
  it('is narrowed by a text, whatever its case and the spaces around it', () => {
    expect(names(matchingBuckets(buckets, ' PHOTO '))).toEqual(['photos', 'photos-2']);
    expect(matchingBuckets(buckets, 'x')).toEqual([]);
  });

  it('comes in four orders, equals by name', () => {
    expect(names(orderedBuckets(buckets, 'name'))).toEqual(['archive', 'photos', 'photos-2']);
    expect(names(orderedBuckets(buckets, 'newest'))).toEqual(['photos', 'photos-2', 'archive']);
    expect(names(orderedBuckets(buckets, 'largest'))).toEqual(['archive', 'photos', 'photos-2']);
    expect(names(orderedBuckets(buckets, 'most-objects'))[0]).toBe('photos-2');
  });

  it('goes by name when the address asks for an unknown order', () => {
    expect(parseSearch(bucketsSearch, '?sort=largest')).toEqual({ filter: '', sort: 'largest' });
    expect(parseSearch(bucketsSearch, '?sort=%3B+drop&filter=a').sort).toBe('name');
  });

  it('adds up the usage that is known', () => {
    expect(totals(buckets)).toEqual({ bytes: 520, objects: 13 });
    const { size: _size, objects: _objects, ...unmeasured } = aBucket();
    expect(totals([unmeasured])).toBeUndefined();
    expect(totals([unmeasured, ...buckets])).toEqual({ bytes: 520, objects: 13 });
  });
});
