import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { type Query, type Series, windowOf } from './query.ts';

const RANGE = { start: 1000, end: 1300, step: 60 };

/** Returns a series with a value every 15 seconds, starting at 900. */
function series(labels: Series['labels'], valueAt: (time: number) => number, until = 1300): Series {
  const times = Array.from({ length: Math.floor((until - 900) / 15) + 1 }, (_, n) => 900 + n * 15);
  return { labels, times, values: times.map(valueAt) };
}
const run = (query: Partial<Query>, stored: readonly Series[], range = RANGE) =>
  evaluate({ metric: 'm', ...query }, stored, range, 15);

describe('values at points', () => {
  it('takes the last value before each point', () => {
    const [one] = run({}, [series({ drive: 'a' }, (time) => time)]);
    expect(one).toEqual({
      labels: { drive: 'a' },
      times: [1000, 1060, 1120, 1180, 1240, 1300],
      values: [990, 1050, 1110, 1170, 1230, 1290],
    });
  });

  it('lets a value stand for five minutes and no longer', () => {
    const [one] = run({}, [{ labels: {}, times: [900], values: [7] }], {
      start: 1000,
      end: 1400,
      step: 100,
    });
    expect(one?.times).toEqual([1000, 1100]);
  });

  it('gives no series for which there is nothing', () => {
    expect(run({}, [{ labels: {}, times: [10], values: [7] }])).toEqual([]);
  });

  it('tells how long ago a time is', () => {
    const [one] = run({ as: 'age' }, [series({}, () => 400)]);
    expect(one?.values).toEqual([600, 660, 720, 780, 840, 900]);
  });
});

describe('totals', () => {
  const stored = [
    series({ server: 'a', api: 'get' }, () => 1),
    series({ server: 'a', api: 'put' }, () => 2),
    series({ server: 'b', api: 'get' }, () => 4, 1000),
  ];

  it('adds up what has the same labels', () => {
    const made = run({ total: { of: 'sum', by: ['server'] } }, stored);
    expect(made.map(({ labels, values }) => [labels, values[0]])).toEqual([
      [{ server: 'a' }, 3],
      [{ server: 'b' }, 4],
    ]);
  });

  it('makes one of all, from those that have a value then', () => {
    const [one] = run({ total: { of: 'sum', by: [] } }, stored);
    expect(one?.labels).toEqual({});
    expect(one?.values.slice(0, 1)).toEqual([7]);
    expect(one?.values.at(-1)).toBe(3);
  });

  it('takes the largest', () => {
    expect(run({ total: { of: 'max', by: [] } }, stored)[0]?.values[0]).toBe(4);
  });
});

describe('rates', () => {
  it('is the growth in a second', () => {
    const values = run({ as: 'rate' }, [series({}, (time) => time * 3)], {
      start: 1240,
      end: 1300,
      step: 60,
    })[0]?.values;
    expect(values?.[0]).toBeCloseTo(3, 1);
  });

  it('takes a value that falls for a counter that began anew', () => {
    const restarted = series({}, (time) => (time < 1200 ? 10_000 + time : time - 1200));
    const [one] = run({ as: 'rate' }, [restarted], { start: 1300, end: 1300, step: 60 });
    expect(one?.values[0]).toBeGreaterThan(0.8);
    expect(one?.values[0]).toBeLessThan(1.1);
  });

  it('needs two values', () => {
    const one = { labels: {}, times: [1290], values: [5] };
    expect(run({ as: 'rate' }, [one], { start: 1300, end: 1300, step: 60 })).toEqual([]);
  });

  it('is taken over all that happened between two points', () => {
    expect(windowOf({ start: 0, end: 1, step: 60 })).toBe(240);
    expect(windowOf({ start: 0, end: 1, step: 3600 })).toBe(3600);
  });
});
