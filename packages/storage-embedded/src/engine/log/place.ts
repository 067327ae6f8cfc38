import type { Covers } from './entries.ts';

/** Location of a record: segment, first byte, and length with padding. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** What the index stores for every live record. */
export interface PlacedRow extends Place {
  readonly sequence: number;
  readonly firstCovered: number | null;
  readonly lastCovered: number | null;
}

/**
 * Returns the range that a superseding record must cover: this record's segment and what it covered
 * itself.
 */
export function coversOf(row: PlacedRow): Covers {
  if (row.firstCovered === null || row.lastCovered === null) {
    return [row.segment, row.segment];
  }
  return [Math.min(row.firstCovered, row.segment), Math.max(row.lastCovered, row.segment)];
}
