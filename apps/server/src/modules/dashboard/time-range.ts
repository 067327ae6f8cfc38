import { isRange, MAX_POINTS } from '@stowage/contract/dashboard/time-range';
import type { Range } from '@stowage/metrics/query';
import { ConsoleError } from '../../console-error.ts';

/** What a call says of the time that it asks for. Seconds; `step` in minutes of the range's length. */
export interface AskedRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly step?: number | undefined;
  readonly points?: number | undefined;
}

const DEFAULT_SECONDS = 15 * 60;
const MIN_STEP = 15;

/**
 * The range that is asked for, its points at multiples of the step, so that the values of a time do
 * not change from look to look.
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
  const first = start ?? last - DEFAULT_SECONDS;
  const step = stepOf(asked, last - first);
  if ((last - first) / step > MAX_POINTS) {
    throw new ConsoleError('InvalidInput', {
      field: 'step',
      detail: `A series has at most ${MAX_POINTS} points.`,
    });
  }
  return { start: Math.min(Math.ceil(first / step) * step, last), end: last, step };
}

function stepOf({ step, points }: AskedRange, length: number): number {
  if (points !== undefined) return Math.max(MIN_STEP, Math.ceil(length / points));
  return Math.max(MIN_STEP, step ?? Math.ceil(length / 60));
}
