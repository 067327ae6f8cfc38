import { describe, expect, it } from 'vitest';
import { formatSearch, parseSearch } from '#web/lib/router/search.ts';
import { rewindAddress, rewindOf } from './rewind.ts';

const at = (search: string, bucket = 'photos') =>
  rewindOf(bucket, parseSearch(rewindAddress, search));

describe('a rewind', () => {
  it('is off, or on for a bucket and a date [REWIND-03]', () => {
    expect(at('')).toEqual({ enabled: false, bucket: 'photos', date: '' });
    expect(at('?rewind=2026-11-12T10:00:00%2B01:00')).toEqual({
      enabled: true,
      bucket: 'photos',
      date: '2026-11-12T09:00:00.000Z',
    });
  });

  it('is off where the address holds no time', () => {
    expect(at('?rewind=yesterday').enabled).toBe(false);
  });

  it('keeps its time to the millisecond in the address', () => {
    const rewind = '2026-11-12T09:00:00.123Z';
    expect(at(formatSearch(rewindAddress, { rewind })).date).toBe(rewind);
  });
});
