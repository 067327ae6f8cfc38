import type { SearchField, SearchFields } from '#web/lib/router/search.ts';

/** A view of a bucket at a past time. */
export interface Rewind {
  readonly enabled: boolean;
  readonly bucket: string;
  /** ISO 8601; '' when off. */
  readonly date: string;
}

/** The rewind part of the address: the time, '' for the current state. */
export interface RewindAddress {
  readonly rewind: string;
}

const instantField: SearchField<string> = {
  parse: (text) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString()),
  format: (date) => date,
};

/** Kept in the address: links within a bucket preserve it, links to other buckets do not. */
export const rewindAddress: SearchFields<RewindAddress> = { rewind: instantField };

/** Returns the rewind state encoded in a bucket's address. */
export function rewindOf(bucket: string, { rewind }: RewindAddress): Rewind {
  return { enabled: rewind !== '', bucket, date: rewind };
}
