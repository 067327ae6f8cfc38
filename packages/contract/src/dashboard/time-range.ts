import { z } from '../zod.ts';

/** Maximum number of points of a series in an answer; Prometheus has the same limit. */
export const MAX_POINTS = 11_000;

const epochSeconds = z.coerce.number().int().min(0).max(9_999_999_999);

/** Start and end in seconds since 1970; both or neither. Defaults to the last 15 minutes. */
export const RANGE_FIELDS = {
  start: epochSeconds.optional(),
  end: epochSeconds.optional(),
};

/** Whether a range has both ends, in the right order. */
export function isRange({ start, end }: { start?: number; end?: number }): boolean {
  return start === undefined || end === undefined ? start === end : start < end;
}

/** A time in seconds since 1970 and its value. */
export const Point = z.tuple([z.number(), z.number()]);
export type Point = z.infer<typeof Point>;
