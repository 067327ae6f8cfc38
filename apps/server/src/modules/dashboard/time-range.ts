import { isRange, MAX_POINTS } from '@stowage/contract/dashboard/time-range';
import type { Range } from '@stowage/metrics/query';
import { ConsoleError } from '../../console-error.ts';

/** The requested time range in seconds, and `step` in minutes of the range's length. */
export interface AskedRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly step?: number | undefined;
  readonly points?: number | undefined;
  /** Start of the history: the time before it uses none of the `points`. */
  readonly since?: number | undefined;
}

const DEFAULT_SECONDS = 15 * 60;
const MIN_STEP = 15;
/** Round steps: as a history grows its step changes rarely, not with every request. */
const EVEN_STEPS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200];

function evenStep(least: number): number {
  return EVEN_STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400;
}

/**
 * Returns the requested range. Its points are at multiples of the step, so that the values of a
 * given time stay the same between requests, plus one at its end, so that the newest value appears
 * at once.
 * @throws ConsoleError InvalidInput
 */
export function rangeOf(asked: AskedRange, now: number): Range {
  const { start, end } = asked;
  if (!isRange({ ...(start !== undefined && { start }), ...(end !== undefined && { end }) })) {
    throw new ConsoleError('InvalidInput', {
      field: 'start',
      detail: 'start and end are given together, start before end.',
    });
  }
  const last = end ?? Math.floor(now);
  const first = firstOf(asked, start ?? last - DEFAULT_SECONDS, last);
  const step = stepOf(asked, last - first);
  if ((last - first) / step > MAX_POINTS) {
    throw new ConsoleError('InvalidInput', {
      field: 'step',
      detail: `A series has at most ${MAX_POINTS} points.`,
    });
  }
  return { start: Math.min(Math.ceil(first / step) * step, last), end: last, step, withEnd: true };
}

/** A history of minutes is shown at its full resolution, whatever range is requested. */
function firstOf({ points, since }: AskedRange, first: number, last: number): number {
  if (points === undefined || since === undefined || since <= first) return first;
  return Math.min(since, last);
}

function stepOf({ step, points }: AskedRange, length: number): number {
  if (points !== undefined) return evenStep(Math.max(MIN_STEP, Math.ceil(length / points)));
  return Math.max(MIN_STEP, step || Math.ceil(length / 60));
}
