import { describe, expect, it } from 'vitest';
import {
  createHistory,
  keyOf,
  MAX_SERIES,
  RESOLUTIONS,
  resolutionFor,
  type Sample,
  type SampleStore,
  type StoredSample,
  type StoredSeries,
} from './history.ts';
import { BUCKET_USAGE } from './widgets.ts';

/** Creates a minimal in-memory store; the console's own store has separate tests. */
function memoryStore() {
  const series = new Map<string, StoredSeries>();
  let samples: StoredSample[] = [];
  const store: SampleStore = {
    series: async () => [...series.values()],
    addSeries: async (added) =>
      added.map((one) => {
        const known = series.get(keyOf(one)) ?? { ...one, id: series.size + 1 };
        series.set(keyOf(one), known);
        return known;
      }),
    insert: async (sample) => {
      const known = samples.find(({ at }) => at === sample.at);
      const step = Math.max(sample.step, known?.step ?? 0);
      samples = [...samples.filter((one) => one !== known), { ...sample, step }];
    },
    between: async (from, to, step) =>
      samples.filter((one) => one.at >= from && one.at <= to && one.step >= step),
    last: async (step, until) => samples.findLast((one) => one.step >= step && one.at <= until)?.at,
    first: async () => samples[0]?.at,
    prune: async (step, before) => {
      samples = samples.filter((one) => one.step !== step || one.at >= before);
    },
    pruneSeries: async (used) => {
      for (const [key, { id }] of series) if (!used.includes(id)) series.delete(key);
    },
  };
  return { store, series, samples: () => samples };
}

const sample = (value: number, bucket = 'b'): Sample => ({
  name: BUCKET_USAGE.metric,
  labels: { bucket },
  value,
});
const SIGNAL = new AbortController().signal;
const BEGIN = 1_800_000_000;

describe('the history', () => {
  it('gives back what was kept', async () => {
    const { store } = memoryStore();
    const history = createHistory(store, () => BEGIN + 60);
    for (const at of [0, 15, 30, 45, 60]) await history.keep(BEGIN + at + 3, [sample(at / 3)]);
    const range = { start: BEGIN, end: BEGIN + 60, step: 15 };
    expect(await history.run(BUCKET_USAGE, range, SIGNAL)).toEqual([
      {
        labels: { bucket: 'b' },
        times: [0, 15, 30, 45, 60].map((at) => BEGIN + at),
        values: [0, 5, 10, 15, 20],
      },
    ]);
    expect(await history.first()).toBe(BEGIN);
    expect(await history.last()).toBe(BEGIN + 60);
  });

  it('keeps fine values for hours and coarse ones for months', async () => {
    const { store, samples } = memoryStore();
    const history = createHistory(store, () => BEGIN);
    const counts = () =>
      RESOLUTIONS.map(({ step }) => samples().filter((one) => one.step === step).length);
    const last = BEGIN + 101 * 86_400;
    for (let at = BEGIN; at < last; at += 3600) await history.keep(at, [sample(at)]);
    for (let at = 0; at < 3 * 3600; at += 15) await history.keep(last + at, [sample(at)]);
    expect(counts().slice(0, 3)).toEqual([3 * 180, 3 * 48, 3 * 11]);
    const coarse = samples().filter(({ step }) => step === 3600);
    expect(last - (coarse[0]?.at ?? 0)).toBeLessThanOrEqual(100 * 86_400);
    expect(coarse.length).toBeGreaterThan(100 * 24 - 5);
    await history.keep(last + 10 * 3600, [sample(1)]);
    expect(counts().slice(0, 3)).toEqual([0, 3 * 48, 3 * 11]);
  });

  it('keeps one sample of a time, the last one', async () => {
    const { store, samples } = memoryStore();
    const history = createHistory(store, () => BEGIN + 1);
    await history.keep(BEGIN, [sample(1)]);
    await history.keep(BEGIN + 1, [sample(2)]);
    expect(samples()).toHaveLength(1);
    const range = { start: BEGIN, end: BEGIN, step: 15 };
    expect((await history.run(BUCKET_USAGE, range, SIGNAL))[0]?.values).toEqual([2]);
  });

  it('goes on keeping coarse values, and thins out, when a clock that was ahead is put right', async () => {
    const { store, samples } = memoryStore();
    let now = BEGIN;
    const history = createHistory(store, () => now);
    await history.keep(BEGIN + 30 * 86_400, [sample(1)]);
    for (; now < BEGIN + 8 * 3600; now += 60) await history.keep(now, [sample(2)]);
    const here = samples().filter(({ at }) => at < now);
    expect(here.filter(({ step }) => step === 3600)).toHaveLength(8);
    expect(await history.last()).toBe(now - 60);
  });

  it('ends at the end of a range where that is wanted', async () => {
    const { store } = memoryStore();
    const history = createHistory(store, () => BEGIN + 75);
    for (const at of [0, 15, 30, 45, 60, 75]) await history.keep(BEGIN + at, [sample(at)]);
    const range = { start: BEGIN, end: BEGIN + 75, step: 60, withEnd: true };
    expect((await history.run(BUCKET_USAGE, range, SIGNAL))[0]?.values).toEqual([0, 60, 75]);
  });

  it('ends a month with the newest value, though hours are what it is made of', async () => {
    const { store } = memoryStore();
    const now = BEGIN + 30 * 86_400;
    const history = createHistory(store, () => now);
    for (let at = BEGIN; at < now; at += 3600) await history.keep(at, [sample(1)]);
    await history.keep(now - 15, [sample(7)]);
    await history.keep(now, [sample(8), sample(9, 'new')]);
    const range = { start: BEGIN, end: now + 10, step: 43_200, withEnd: true };
    const [known, fresh] = await history.run(BUCKET_USAGE, range, SIGNAL);
    expect(known?.values.slice(-2)).toEqual([8, 8]);
    expect(fresh).toEqual({ labels: { bucket: 'new' }, times: [now, now + 10], values: [9, 9] });
  });

  it('leaves out what a damaged file made of its values', async () => {
    const { store, samples } = memoryStore();
    const history = createHistory(store, () => BEGIN + 30);
    for (const at of [0, 15, 30]) await history.keep(BEGIN + at, [sample(at)]);
    const [first, second] = samples().map(({ data }) => data);
    first?.fill(0xff, 4);
    if (second) await store.insert({ at: BEGIN + 15, step: 15, data: second.subarray(0, 7) });
    const range = { start: BEGIN, end: BEGIN + 30, step: 30 };
    expect(await history.run(BUCKET_USAGE, range, SIGNAL)).toEqual([
      { labels: { bucket: 'b' }, times: [BEGIN + 30], values: [30] },
    ]);
  });

  it('tells apart series by their labels, in whatever order they come', async () => {
    const { store, series } = memoryStore();
    const history = createHistory(store, () => BEGIN);
    const name = BUCKET_USAGE.metric;
    await history.keep(BEGIN, [
      { name, labels: { a: '1', b: '2' }, value: 1 },
      { name, labels: { b: '2', a: '1' }, value: 2 },
      { name, labels: { a: '1', b: '3' }, value: 3 },
    ]);
    expect(series.size).toBe(2);
  });

  it('has a bound whatever a server tells', async () => {
    const { store, samples } = memoryStore();
    const history = createHistory(store, () => BEGIN);
    const many = Array.from({ length: 3 * MAX_SERIES }, (_, n) => sample(n, `b${n}`));
    await history.keep(BEGIN, many);
    expect(samples()[0]?.data.byteLength).toBe(MAX_SERIES * 12);
  });

  it('forgets series of which it has no value any more', async () => {
    const { store, series } = memoryStore();
    const history = createHistory(store, () => BEGIN);
    await history.keep(BEGIN, [sample(1, 'gone')]);
    await history.keep(BEGIN + 101 * 86_400, [sample(1, 'here')]);
    expect([...series.values()].map(({ labels }) => labels.bucket)).toEqual(['here']);
  });

  it.each([
    ['the last hour', 3600, 60, 15],
    ['the last hour, finely', 3600, 5, 15],
    ['a day', 86_400, 1440, 60],
    ['a week', 7 * 86_400, 10_080, 300],
    ['a month', 30 * 86_400, 43_200, 3600],
    ['90 days', 90 * 86_400, 129_600, 3600],
  ])('reads %s as finely as it is needed', (_name, length, step, resolution) => {
    const range = { start: BEGIN - length, end: BEGIN, step };
    expect(resolutionFor(range, BEGIN).step).toBe(resolution);
  });
});
