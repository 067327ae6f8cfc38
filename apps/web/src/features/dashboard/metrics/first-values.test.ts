import { expect, it } from 'vitest';
import { firstValuesAt } from './first-values.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
type Source = NonNullable<Parameters<typeof firstValuesAt>[0]>;
const source: Source = { kind: 'sampler', state: 'ok', resolutions: [] };

it.each<[string, Source | undefined, number | undefined]>([
  ['before the first sample', { ...source, state: 'starting' }, 30],
  ['after the first one', { ...source, since: ago(10) }, 20],
  ['when there must be some', { ...source, since: ago(31) }, undefined],
  ['when it reads nothing', { ...source, state: 'failing' }, undefined],
  ['of a Prometheus', { ...source, kind: 'prometheus' }, undefined],
  ['of what is not known yet', undefined, undefined],
])('%s the first values are there in so many seconds', (_when, of, seconds) => {
  expect(firstValuesAt(of, NOW)).toBe(seconds === undefined ? undefined : NOW + seconds * 1000);
});
