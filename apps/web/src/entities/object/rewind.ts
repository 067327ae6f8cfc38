import type { SearchField, SearchFields } from '#web/lib/router/search.ts';

/** A look at a bucket as it was. */
export interface Rewind {
  readonly enabled: boolean;
  readonly bucket: string;
  /** ISO 8601; '' while it is off. */
  readonly date: string;
}

/** What the address holds of it: the time, '' where the bucket is shown as it is. */
export interface RewindAddress {
  readonly rewind: string;
}

const instantField: SearchField<string> = {
  parse: (text) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString()),
  format: (date) => date,
};

/** Kept in the address: it goes along with links inside of a bucket, and never to another one. */
export const rewindAddress: SearchFields<RewindAddress> = { rewind: instantField };

/** The state of the rewind that an address of a bucket stands for. */
export function rewindOf(bucket: string, { rewind }: RewindAddress): Rewind {
  return { enabled: rewind !== '', bucket, date: rewind };
}
