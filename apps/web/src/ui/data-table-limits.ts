/** Height of a row in pixels, by how many lines of text it has. */
export const rowHeights = { 1: 40, 2: 58 } as const;
export type RowLines = keyof typeof rowHeights;

/** Rows that are drawn beyond what the screen shows, on either side. */
export const overscan = 10;

/** A list that loads as it is scrolled stops asking for more at so many rows. */
export const rowLimit = 1_000_000;

/** More is asked for when so many rows are left below the screen. */
export const askAhead = 100;
