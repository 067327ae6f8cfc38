import { describe, expect, it } from 'vitest';
import { type Forecast, forecastLines, outlookOf } from './forecast-values.ts';

const growth = { perDay: 10, low: 5, high: 15 };
const forecast = (parts: Partial<Forecast>): Forecast => ({
  ...{ capacity: 1000, used: 100, history: [], line: [] },
  ...parts,
});

describe('what a forecast comes to', () => {
  it.each([
    ['none', { capacity: 0, used: 0 }],
    ['short', {}],
    ['full', { used: 1000 }],
    ['full', { used: 1200, growth, fullAt: 5 }],
    ['between', { growth, fullAt: 5, earliest: 4, latest: 6 }],
    ['open', { growth, fullAt: 5, earliest: 4 }],
    ['unlikely', { growth, earliest: 4 }],
    ['lasting', { growth }],
    ['steady', { growth: { perDay: 0, low: 0, high: 0 } }],
    ['steady', { growth: { perDay: -3, low: -5, high: -1 } }],
  ] as const)('is %s for %j', (outlook, parts) => {
    expect(outlookOf(forecast(parts))).toBe(outlook);
  });
});

describe('the lines of a forecast', () => {
  const labels = {
    ...{ used: 'used', expected: 'expected', most: 'most', least: 'least' },
    capacity: 'capacity',
  };

  it('go on where what is known ends, between their bounds', () => {
    const { times, series } = forecastLines(
      forecast({
        history: [
          [1, 80],
          [2, 100],
        ],
        line: [
          { at: 2, used: 100, low: 100, high: 100 },
          { at: 9, used: 170, low: 130, high: 210 },
        ],
      }),
      labels,
    );
    expect(times).toEqual([1, 2, 9]);
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['used', [80, 100, null]],
      ['capacity', [1000, 1000, 1000]],
      ['expected', [null, 100, 170]],
      ['most', [null, 100, 210]],
      ['least', [null, 100, 130]],
    ]);
  });

  it('are only what is known where that is too little', () => {
    const { series } = forecastLines(forecast({ history: [[1, 80]] }), labels);
    expect(series.map(({ label }) => label)).toEqual(['used', 'capacity']);
  });
});
