import type { getMetricsSource } from '@stowage/contract/dashboard/widgets';
import type { CallOutput } from '@stowage/contract/endpoint';

/** From its second sample on a sampler has every kind of value: one in fifteen seconds, and some air. */
const COMPLETE_MS = 30_000;

/**
 * When the first values are to be expected, in milliseconds since the epoch; undefined where there
 * should be some by now, or nobody can tell.
 */
export function firstValuesAt(
  source: CallOutput<typeof getMetricsSource> | undefined,
  now: number,
): number | undefined {
  if (source?.kind !== 'sampler') return undefined;
  if (source.since === undefined) {
    return source.state === 'starting' ? now + COMPLETE_MS : undefined;
  }
  const complete = Date.parse(source.since) + COMPLETE_MS;
  return complete > now ? complete : undefined;
}
