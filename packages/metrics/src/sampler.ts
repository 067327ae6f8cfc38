import { MetricTextError, readMetrics } from '@stowage/storage-wire/prometheus-text';
import { FINEST, type MetricHistory, type Sample, SLOW_STEP } from './history.ts';
import { MetricSourceError } from './query.ts';
import { KEPT_METRICS } from './widgets.ts';

/** A metrics page of the storage server. */
export type MetricPage = 'node' | 'cluster' | 'bucket';

/**
 * Reads a page as text; undefined if the server does not have it.
 * @throws MetricSourceError
 */
export type ReadPage = (page: MetricPage, signal: AbortSignal) => Promise<string | undefined>;

export interface SamplerOptions {
  readonly history: MetricHistory;
  /**
   * Returns a reader with currently valid keys; undefined if there are none, 'starting' if the
   * server is not up yet. Called before every sample.
   */
  readonly reader: () => Promise<ReadPage | 'starting' | undefined>;
  /** Whether this console does the sampling, among those that share the history. */
  readonly isMine: () => Promise<boolean>;
  /** The time in seconds. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
  /** Timeout for all pages of a sample, in milliseconds; defaults to ten seconds. */
  readonly readMs?: number;
}

/** The result of the last attempt. */
export interface SamplerState {
  readonly state: 'starting' | 'ok' | 'waiting' | 'failing' | 'unsupported' | 'elsewhere';
  /** Why it failed; 'unsaved': the console's own state could not be read or written. */
  readonly problem?: MetricSourceError['problem'] | 'unsaved';
}

/**
 * Samples the storage server's metrics every 15 seconds and stores those that the dashboard uses.
 */
export interface Sampler {
  start(): void;
  /** Takes one sample immediately. */
  sample(): Promise<void>;
  state(): SamplerState;
  stop(): Promise<void>;
}

const READ_MS = 10_000;
/**
 * Maximum number of samples on a page, most of which are ignored: enough for a large cluster with
 * 10,000 buckets.
 */
const MAX_SAMPLES = 1_000_000;
const TOO_MANY = `The metrics are more than ${MAX_SAMPLES} values.`;
/** Retry interval while the server is starting. */
const STARTING_MS = 500;

export function createSampler(options: SamplerOptions): Sampler {
  const { history, now, onFailure, readMs = READ_MS } = options;
  const stopping = new AbortController();
  let state: SamplerState = { state: 'starting' };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function attempt(): Promise<SamplerState> {
    const read = await options.reader();
    if (read === undefined) return { state: 'waiting' };
    if (read === 'starting') return { state: 'starting' };
    if (!(await options.isMine())) return { state: 'elsewhere' };
    const at = now();
    const isSlow = (await history.stepAt(at)) >= SLOW_STEP;
    const pages: readonly MetricPage[] = [
      'cluster',
      'node',
      ...(isSlow ? ['bucket' as const] : []),
    ];
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(readMs)]);
    const texts = await Promise.all(pages.map((page) => read(page, signal)));
    if (texts.every((text) => text === undefined)) return { state: 'unsupported' };
    await history.keep(
      at,
      texts.flatMap((text) => samplesOf(text ?? '')),
    );
    return { state: 'ok' };
  }

  async function sample(): Promise<void> {
    try {
      state = await attempt();
    } catch (error) {
      if (stopping.signal.aborted) return;
      const problem = error instanceof MetricSourceError ? error.problem : 'unsaved';
      // Once, not every 15 seconds.
      if (state.state !== 'failing' || state.problem !== problem) onFailure(error);
      state = { state: 'failing', problem };
    }
  }

  function again(): void {
    const wait = state.state === 'starting' ? STARTING_MS : untilNext(now());
    timer = setTimeout(tick, wait).unref();
  }
  function tick(): void {
    running = sample().finally(() => {
      if (!stopping.signal.aborted) again();
    });
  }

  return {
    start: tick,
    sample,
    state: () => state,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns the milliseconds until the next multiple of the step. */
function untilNext(now: number): number {
  return Math.max(1000, (FINEST - (now % FINEST)) * 1000);
}

/**
 * Extracts the samples to store from a page.
 * @throws MetricSourceError if the page does not contain metrics
 */
export function samplesOf(text: string): readonly Sample[] {
  const kept: Sample[] = [];
  let read = 0;
  try {
    for (const sample of readMetrics(text)) {
      read += 1;
      if (read > MAX_SAMPLES) throw new MetricSourceError('invalid', TOO_MANY);
      if (KEPT_METRICS.has(sample.name) && Number.isFinite(sample.value)) kept.push(sample);
    }
    return kept;
  } catch (error) {
    if (!(error instanceof MetricTextError)) throw error;
    throw new MetricSourceError('invalid', 'The metrics cannot be read.', { cause: error });
  }
}
