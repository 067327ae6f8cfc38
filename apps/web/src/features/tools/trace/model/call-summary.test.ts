import type { TraceMessage } from '@stowage/contract/tools/trace';
import { describe, expect, it } from 'vitest';
import { aCall } from '#web/testing/calls.ts';
import { callSummary, OTHER_NAMES, percentile } from './call-summary.ts';

const entries = (calls: readonly TraceMessage[]) =>
  calls.map((message, id) => ({ id, kind: 'message' as const, message }));
const taking = (duration: number, parts = {}) =>
  aCall({ callStats: { duration, timeToFirstByte: 0, rx: 1, tx: 2 }, ...parts });
const { empty, add } = callSummary;

describe('the summary of a trace', () => {
  it('counts calls, errors and bytes by name', () => {
    const calls = [taking(1), taking(2, { failed: true }), taking(3, { api: 's3.GetObject' })];
    const summary = add(add(empty, entries(calls)), [{ id: 9, kind: 'gap', missed: 4 }]);
    expect(summary.get('s3.PutObject')).toMatchObject({ count: 2, errors: 1, bytes: 6 });
    expect(summary.get('s3.GetObject')).toMatchObject({ count: 1, errors: 0, bytes: 3 });
    expect(summary.size).toBe(2);
  });

  it('leaves what it is given as it is', () => {
    const first = add(empty, entries([taking(1)]));
    const before = structuredClone(first);
    add(first, entries([taking(1), taking(50)]));
    expect(first).toEqual(before);
  });

  it.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0.01, 1],
  ])('tells the time that %d of the calls kept to within a tenth', (share, expected) => {
    const calls = Array.from({ length: 100 }, (_, index) => taking(index + 1));
    const statistics = add(empty, entries(calls)).get('s3.PutObject');
    const time = (statistics && percentile(statistics, share)) ?? 0;
    expect(time).toBeGreaterThanOrEqual(expected * 0.999);
    expect(time).toBeLessThanOrEqual(expected * 1.11);
  });

  it('holds a bound of names, and counts the rest together', () => {
    const calls = Array.from({ length: 500 }, (_, index) => taking(1, { api: `os.${index}` }));
    const summary = add(empty, entries(calls));
    expect(summary.size).toBeLessThanOrEqual(201);
    expect(summary.get(OTHER_NAMES)?.count).toBe(300);
  });
});
