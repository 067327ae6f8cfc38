/** Height of a row in pixels, by its number of text lines. */
export const rowHeights = { 1: 40, 2: 58 } as const;
export type RowLines = keyof typeof rowHeights;

/** Rows rendered beyond the visible ones, on either side. */
export const overscan = 10;

/** A list that loads while scrolling stops at this many rows. */
export const rowLimit = 1_000_000;

/** More are requested when this many rows are left below the visible ones. */
export const askAhead = 100;
