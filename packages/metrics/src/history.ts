import { evaluate } from './evaluate.ts';
import {
  joined,
  type Query,
  type QueryEngine,
  type Range,
  type Series,
  windowOf,
} from './query.ts';

/** A resolution and its retention, in seconds. */
export interface Resolution {
  readonly step: number;
  readonly kept: number;
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Finest first. Each is derived from the next finer one by dropping samples. */
export const RESOLUTIONS: readonly Resolution[] = [
  { step: 15, kept: 6 * HOUR },
  { step: MINUTE, kept: 2 * DAY },
  { step: 5 * MINUTE, kept: 14 * DAY },
  { step: HOUR, kept: 100 * DAY },
];

/** The longest retention, in seconds. */
export const LONGEST_KEPT = Math.max(...RESOLUTIONS.map(({ kept }) => kept));
/** Values are sampled at the finest resolution. */
export const FINEST = 15;
/** Metrics that are sampled every five minutes because they have many series and change slowly. */
export const SLOW_STEP = 5 * MINUTE;
/** Maximum number of series at a time, which bounds storage whatever a server returns. */
export const MAX_SERIES = 2000;

/** A series and the number that identifies it in stored samples. */
export interface StoredSeries {
  readonly id: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** All values at one time. */
export interface StoredSample {
  /** Seconds since 1970, a multiple of the finest step. */
  readonly at: number;
  /** The coarsest resolution that it belongs to. */
  readonly step: number;
  readonly data: Uint8Array;
}

/** Storage for the samples of one storage server. Each call is atomic. */
export interface SampleStore {
  series(): Promise<readonly StoredSeries[]>;
  /** Returns the number of each series; known ones keep theirs. */
  addSeries(series: readonly Omit<StoredSeries, 'id'>[]): Promise<readonly StoredSeries[]>;
  /** Replaces a sample at the same time, but keeps its resolution if coarser. */
  insert(sample: StoredSample): Promise<void>;
  /** Returns the samples of this resolution or a coarser one, from and to inclusive, by time. */
  between(from: number, to: number, step: number): Promise<readonly StoredSample[]>;
  /** Returns the time of the last sample of this resolution or a coarser one, up to a time. */
  last(step: number, until: number): Promise<number | undefined>;
  first(): Promise<number | undefined>;
  prune(step: number, before: number): Promise<void>;
  /** Deletes series without any samples within the longest retention. */
  pruneSeries(used: readonly number[]): Promise<void>;
}

/** A value to be stored. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The console's own metrics history. */
export interface MetricHistory extends QueryEngine {
  /** Returns the coarsest resolution that a sample at this time will belong to. */
  stepAt(at: number): Promise<number>;
  /** Stores the values of one time, truncated to 2,000 series. */
  keep(at: number, samples: readonly Sample[]): Promise<void>;
  /** Returns seconds since 1970; undefined if the history is empty. */
  first(): Promise<number | undefined>;
  last(): Promise<number | undefined>;
}

/**
 * Creates a metrics history on top of a store.
 *
 * @param now the time in seconds
 */
export function createHistory(store: SampleStore, now: () => number): MetricHistory {
  const reads = new SharedReads(store);
  const catalog = new SeriesCatalog(store);
  const stepAt = async (at: number) => {
    for (const { step } of RESOLUTIONS.toReversed()) {
      // A clock that was ahead may have left samples in the future: ignore them here.
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
      // A rate covers the preceding step. The value at the end is the newest one, not one from up
      // to an hour ago.
      if (!range.withEnd || query.as === 'rate') return over(query, range);
      const [steps, newest] = await Promise.all([
        over(query, { ...range, withEnd: false }),
        over(query, { start: range.end, end: range.end, step: FINEST }),
      ]);
      return joined(steps, newest);
    },
  };
}

/** Returns the coarsest resolution that is fine enough, of those that reach back far enough. */
export function resolutionFor(range: Range, now: number): Resolution {
  const wanted = Math.min(range.step, windowOf(range) / 16);
  const reaching = RESOLUTIONS.filter(({ kept }) => kept >= now - range.start);
  const fine = reaching.filter(({ step }) => step <= wanted);
  return fine.at(-1) ?? reaching[0] ?? (RESOLUTIONS.at(-1) as Resolution);
}

/** Returns the interval between values, because some metrics are sampled less often than others. */
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
      // None is stored; a damaged file may contain some.
      if (!Number.isFinite(value)) continue;
      one.times.push(at);
      one.values.push(value);
    }
  }
  return found.filter(({ times }) => times.length > 0);
}

/**
 * Finds the first record, from a position on, with at least this number, by binary search; records
 * are sorted.
 */
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
/** Maximum number of concurrently shared reads: two per active dashboard. */
const MAX_SHARED = 8;

interface SharedRead {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly rows: Promise<readonly StoredSample[]>;
}

/** Shares reads between the widgets of a dashboard, which request the same range at once. */
class SharedReads {
  readonly #store: Pick<SampleStore, 'between' | 'series'>;
  #reads: SharedRead[] = [];
  #series: Promise<readonly StoredSeries[]> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<SampleStore, 'between' | 'series'>) {
    this.#store = store;
  }

  /** Returns samples from a time on; may include some earlier ones. */
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

  /** Discards cached reads, which may be stale. */
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

/** Encodes series numbers and values, sorted by number: 12 bytes each, little-endian. */
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

/** Cache of the known series numbers. */
class SeriesCatalog {
  readonly #store: SampleStore;
  #known = new Map<string, StoredSeries>();
  /** The day of the last clean-up; the day of the start is skipped. */
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

  /** Runs once a day: deletes series without values. Reads one day at a time to bound memory. */
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

/** Returns a key that is independent of the order of labels. */
export function keyOf({ name, labels }: Pick<Sample, 'name' | 'labels'>): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, pairs]);
}
