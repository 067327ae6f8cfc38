import type { getMetricsSource } from '@stowage/contract/dashboard/widgets';
import type { CallOutput } from '@stowage/contract/endpoint';

/**
 * From its second sample on, a sampler has values of every kind: one every fifteen seconds, plus
 * some margin.
 */
const COMPLETE_MS = 30_000;

/**
 * Returns when the first values are expected, in milliseconds since the epoch; undefined if there
 * should already be some, or if unknown.
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
