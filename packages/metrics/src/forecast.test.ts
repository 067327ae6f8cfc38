import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const DAY = 86_400;
const GIB = 2 ** 30;
const NOW = 1_800_000_000 - (1_800_000_000 % DAY);

/** Returns four weeks with a value every two hours, ending at 100 GiB. */
const history = (usedAt: (day: number) => number) =>
  Array.from({ length: 28 * 12 + 1 }, (_, n): [number, number] => {
    const at = NOW - 28 * DAY + n * 7200;
    return [at, 100 * GIB + usedAt((at - NOW) / DAY)];
  });

describe('the forecast', () => {
  it('finds the day on which steady growth fills the space', () => {
    const made = forecast(
      history((day) => day * GIB),
      150 * GIB,
    );
    expect(made.growth?.perDay).toBeCloseTo(GIB, -6);
    expect(((made.fullAt ?? 0) - NOW) / DAY).toBeCloseTo(50, 0);
    expect(made.earliest).toBeLessThanOrEqual(made.fullAt ?? 0);
    expect(made.latest).toBeGreaterThanOrEqual(made.fullAt ?? 0);
    expect(made.line.at(-1)?.used).toBeCloseTo(150 * GIB, -9);
    expect(made.line[0]).toMatchObject({ at: NOW, used: 100 * GIB });
  });

  it('is less sure where growth is less steady', () => {
    const uneven = (day: number) => day * GIB + Math.sin(day * 1.7) * 5 * GIB;
    const [even, rough] = [history((day) => day * GIB), history(uneven)].map((one) =>
      forecast(one, 150 * GIB),
    );
    const spread = (of: typeof even) => (of?.growth?.high ?? 0) - (of?.growth?.low ?? 0);
    expect(spread(rough)).toBeGreaterThan(10 * spread(even));
    expect(rough?.earliest).toBeLessThan(rough?.fullAt ?? 0);
  });

  it('names no day where usage shrinks or hardly grows', () => {
    const shrinking = forecast(
      history((day) => -day * GIB),
      150 * GIB,
    );
    expect(shrinking.growth?.perDay).toBeLessThan(0);
    expect(shrinking).not.toHaveProperty('fullAt');
    expect(shrinking.line.at(-1)?.used).toBeGreaterThanOrEqual(0);
    expect(
      forecast(
        history((day) => day * 1000),
        1e15,
      ),
    ).not.toHaveProperty('fullAt');
  });

  it('says nothing after less than two days', () => {
    expect(forecast(history(() => 0).slice(-20), 150 * GIB)).toEqual({ line: [] });
    expect(forecast([], 150 * GIB)).toEqual({ line: [] });
  });

  it('says that it is full when it is', () => {
    expect(
      forecast(
        history((day) => day * GIB),
        90 * GIB,
      ).fullAt,
    ).toBe(NOW);
  });
});
