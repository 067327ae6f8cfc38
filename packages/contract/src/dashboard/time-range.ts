import { z } from '../zod.ts';

/** Points of one series that an answer holds at most; as Prometheus limits them. */
export const MAX_POINTS = 11_000;

const epochSeconds = z.coerce.number().int().min(0).max(9_999_999_999);

/** From and until when, in seconds since 1970; both or neither. The last 15 minutes without them. */
export const RANGE_FIELDS = {
  start: epochSeconds.optional(),
  end: epochSeconds.optional(),
};

/** Whether a range has both of its ends, in their order. */
export function isRange({ start, end }: { start?: number; end?: number }): boolean {
  return start === undefined || end === undefined ? start === end : start < end;
}

/** A time in seconds since 1970, and the value at it. */
export const Point = z.tuple([z.number(), z.number()]);
export type Point = z.infer<typeof Point>;
