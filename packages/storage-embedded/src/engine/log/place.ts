import type { Covers } from './entries.ts';

/** Where a record is: segment, first byte, bytes with padding. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** What the index keeps of every live record. */
export interface PlacedRow extends Place {
  readonly sequence: number;
  readonly firstCovered: number | null;
  readonly lastCovered: number | null;
}

/** What a record that stands over this one has to cover: its segment and what it covered itself. */
export function coversOf(row: PlacedRow): Covers {
  if (row.firstCovered === null || row.lastCovered === null) {
    return [row.segment, row.segment];
  }
  return [Math.min(row.firstCovered, row.segment), Math.max(row.lastCovered, row.segment)];
}
