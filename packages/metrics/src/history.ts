import { evaluate } from './evaluate.ts';
import {
  joined,
  type Query,
  type QueryEngine,
  type Range,
  type Series,
  windowOf,
} from './query.ts';

/** How finely values are kept, for how long. Seconds. */
export interface Resolution {
  readonly step: number;
  readonly kept: number;
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Finest first. Each is made of the next finer one by leaving values out. */
export const RESOLUTIONS: readonly Resolution[] = [
  { step: 15, kept: 6 * HOUR },
  { step: MINUTE, kept: 2 * DAY },
  { step: 5 * MINUTE, kept: 14 * DAY },
  { step: HOUR, kept: 100 * DAY },
];

/** Nothing is kept for longer. Seconds. */
export const LONGEST_KEPT = Math.max(...RESOLUTIONS.map(({ kept }) => kept));
/** Values are read as often as the finest resolution says. */
export const FINEST = 15;
/** Values that are read once in five minutes: there are many of them and they change slowly. */
export const SLOW_STEP = 5 * MINUTE;
/** More series at a time are not kept: what is kept has a bound whatever a server tells. */
export const MAX_SERIES = 2000;

/** A series by the number that stands for it in stored samples. */
export interface StoredSeries {
  readonly id: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** All values of one time. */
export interface StoredSample {
  /** Seconds since 1970, a multiple of the finest step. */
  readonly at: number;
  /** The coarsest resolution that it belongs to. */
  readonly step: number;
  readonly data: Uint8Array;
}

/** Where samples are kept, of one storage server. Each call is done whole or not at all. */
export interface SampleStore {
  series(): Promise<readonly StoredSeries[]>;
  /** Gives the number of each; of those that are known, the number that they have. */
  addSeries(series: readonly Omit<StoredSeries, 'id'>[]): Promise<readonly StoredSeries[]>;
  /** Replaces what there is of the same time, whose coarser resolution stays. */
  insert(sample: StoredSample): Promise<void>;
  /** Of a resolution at least as coarse, from and to included, by time. */
  between(from: number, to: number, step: number): Promise<readonly StoredSample[]>;
  /** When the last sample was taken that is at least as coarse, of those up to a time. */
  last(step: number, until: number): Promise<number | undefined>;
  first(): Promise<number | undefined>;
  prune(step: number, before: number): Promise<void>;
  /** Forgets series of which nothing was kept for as long as anything is kept. */
  pruneSeries(used: readonly number[]): Promise<void>;
}

/** A value to be kept. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The console's own history of metrics. */
export interface MetricHistory extends QueryEngine {
  /** The coarsest resolution that a sample of this time will belong to. */
  stepAt(at: number): Promise<number>;
  /** Keeps the values of one time; more than 2,000 series are cut off. */
  keep(at: number, samples: readonly Sample[]): Promise<void>;
  /** Seconds since 1970; undefined while there is nothing. */
  first(): Promise<number | undefined>;
  last(): Promise<number | undefined>;
}

/** @param now the time in seconds */
export function createHistory(store: SampleStore, now: () => number): MetricHistory {
  const reads = new SharedReads(store);
  const catalog = new SeriesCatalog(store);
  const stepAt = async (at: number) => {
    for (const { step } of RESOLUTIONS.toReversed()) {
      // A clock that was ahead leaves samples of times to come: they are not the last ones.
      const last = await store.last(step, at);
      if (last === undefined || Math.floor(at / step) > Math.floor(last / step)) return step;
    }
    return FINEST;
  };
  const over = async (query: Query, range: Range) => {
    const { step } = resolutionFor(range, now());
    const from = range.start - Math.max(windowOf(range), 2.5 * step, SLOW_STEP * 1.5);
    const samples = await reads.between(from, range.end, step);
    const series = collect(samples, matching(await reads.series(), query));
    return evaluate(query, series, range, Math.max(step, spacingOf(series)));
  };
  return {
    stepAt,
    async keep(at, samples) {
      const time = Math.floor(at / FINEST) * FINEST;
      const step = await stepAt(time);
      const numbered = await catalog.number(samples.slice(0, MAX_SERIES));
      await store.insert({ at: time, step, data: encode(numbered) });
      reads.forget();
      if (step < SLOW_STEP) return;
      for (const { step: of, kept } of RESOLUTIONS) await store.prune(of, time - kept);
      if (step === HOUR) await catalog.forgetUnused(time);
    },
    first: () => store.first(),
    last: () => store.last(FINEST, now()),
    async run(query, range) {
      // A rate looks back over a step. A value at the end is the newest, not one of the last hour.
      if (!range.withEnd || query.as === 'rate') return over(query, range);
      const [steps, newest] = await Promise.all([
        over(query, { ...range, withEnd: false }),
        over(query, { start: range.end, end: range.end, step: FINEST }),
      ]);
      return joined(steps, newest);
    },
  };
}

/** The coarsest resolution that is fine enough, of those that reach back far enough. */
export function resolutionFor(range: Range, now: number): Resolution {
  const wanted = Math.min(range.step, windowOf(range) / 16);
  const reaching = RESOLUTIONS.filter(({ kept }) => kept >= now - range.start);
  const fine = reaching.filter(({ step }) => step <= wanted);
  return fine.at(-1) ?? reaching[0] ?? (RESOLUTIONS.at(-1) as Resolution);
}

/** Some metrics are read less often than others. */
function spacingOf(series: readonly Series[]): number {
  const [first] = series;
  const gaps = first?.times.slice(1).map((time, index) => time - (first.times[index] ?? 0)) ?? [];
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}

function collect(samples: readonly StoredSample[], wanted: readonly StoredSeries[]): Series[] {
  const found = wanted.map(({ id, labels }) => ({
    id,
    labels,
    times: [] as number[],
    values: [] as number[],
  }));
  found.sort((a, b) => a.id - b.id);
  for (const { at, data } of samples) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const count = Math.floor(data.byteLength / RECORD_BYTES);
    let place = 0;
    for (const one of found) {
      place = placeOf(view, one.id, place, count);
      if (place >= count || view.getUint32(place * RECORD_BYTES, true) !== one.id) continue;
      const value = view.getFloat64(place * RECORD_BYTES + 4, true);
      // None is kept; a damaged file may hold some.
      if (!Number.isFinite(value)) continue;
      one.times.push(at);
      one.values.push(value);
    }
  }
  return found.filter(({ times }) => times.length > 0);
}

/** The first record from a place on whose number is not smaller; they are in order. */
function placeOf(view: DataView, id: number, from: number, count: number): number {
  let [low, high] = [from, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (view.getUint32(middle * RECORD_BYTES, true) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SHARED_MS = 2000;
/** Reads that are shared at a time: two of each dashboard that is looked at. */
const MAX_SHARED = 8;

interface SharedRead {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly rows: Promise<readonly StoredSample[]>;
}

/** The widgets of a dashboard ask for the same time together: it is read once for all of them. */
class SharedReads {
  readonly #store: Pick<SampleStore, 'between' | 'series'>;
  #reads: SharedRead[] = [];
  #series: Promise<readonly StoredSeries[]> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<SampleStore, 'between' | 'series'>) {
    this.#store = store;
  }

  /** What is there from a time on; some of before it may come along. */
  between(from: number, to: number, step: number): Promise<readonly StoredSample[]> {
    const known = this.#reads.find(
      (read) => read.step === step && read.to === to && read.from <= from,
    );
    if (known) return known.rows;
    if (this.#reads.length >= MAX_SHARED) this.forget();
    const rows = this.#store.between(from, to, step);
    this.#reads.push({ from, to, step, rows });
    this.#forgetSoon();
    return rows;
  }

  series(): Promise<readonly StoredSeries[]> {
    this.#series ??= this.#store.series();
    this.#forgetSoon();
    return this.#series;
  }

  /** What was read may be another by now. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reads = [];
    this.#series = undefined;
  }

  #forgetSoon(): void {
    this.#timer ??= setTimeout(() => this.forget(), SHARED_MS).unref();
  }
}

function matching(
  series: readonly StoredSeries[],
  { metric, formerly }: Query,
): readonly StoredSeries[] {
  return series.filter(({ name }) => name === metric || name === formerly);
}

const RECORD_BYTES = 12;

/** Number and value of each series, by number: 12 bytes, least significant first. */
function encode(samples: readonly { readonly id: number; readonly value: number }[]): Uint8Array {
  const sorted = [...new Map(samples.map((one) => [one.id, one])).values()];
  sorted.sort((a, b) => a.id - b.id);
  const data = new Uint8Array(sorted.length * RECORD_BYTES);
  const view = new DataView(data.buffer);
  for (const [index, { id, value }] of sorted.entries()) {
    view.setUint32(index * RECORD_BYTES, id, true);
    view.setFloat64(index * RECORD_BYTES + 4, value, true);
  }
  return data;
}

function noteIds(data: Uint8Array, ids: Set<number>): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + RECORD_BYTES <= data.byteLength; at += RECORD_BYTES) {
    ids.add(view.getUint32(at, true));
  }
}

/** The numbers of series, as they are known so far. */
class SeriesCatalog {
  readonly #store: SampleStore;
  #known = new Map<string, StoredSeries>();
  /** The day on which unused ones were looked for last; that of the start is left out. */
  #lookedThrough: number | undefined;

  constructor(store: SampleStore) {
    this.#store = store;
  }

  async number(samples: readonly Sample[]): Promise<{ id: number; value: number }[]> {
    if (samples.some((sample) => !this.#known.has(keyOf(sample)))) await this.#load();
    const missing = samples.filter((sample) => !this.#known.has(keyOf(sample)));
    if (missing.length > 0) this.#note(await this.#store.addSeries(missing));
    return samples.flatMap((sample) => {
      const known = this.#known.get(keyOf(sample));
      return known === undefined ? [] : [{ id: known.id, value: sample.value }];
    });
  }

  /** Once a day: what has no value any more is forgotten. A day at a time is held. */
  async forgetUnused(now: number): Promise<void> {
    const today = Math.floor(now / DAY);
    const isDue = this.#lookedThrough !== undefined && today > this.#lookedThrough;
    this.#lookedThrough = today;
    if (!isDue) return;
    const used = new Set<number>();
    for (let from = now - LONGEST_KEPT; from <= now; from += DAY) {
      for (const { data } of await this.#store.between(from, from + DAY, FINEST))
        noteIds(data, used);
    }
    await this.#store.pruneSeries([...used]);
    await this.#load();
  }

  async #load(): Promise<void> {
    const series = await this.#store.series();
    this.#known = new Map(series.map((one) => [keyOf(one), one]));
  }

  #note(series: readonly StoredSeries[]): void {
    for (const one of series) this.#known.set(keyOf(one), one);
  }
}

/** The same for the same labels, in whatever order they come. */
export function keyOf({ name, labels }: Pick<Sample, 'name' | 'labels'>): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, pairs]);
}
