import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { LineStream } from './line-stream.ts';
import type { TraceInfo } from './trace-types.ts';

/** The filter of a trace. */
export interface TraceWish {
  /** Bits of `TRACE`. */
  readonly types: number;
  readonly onlyErrors: boolean;
  /** Minimum duration in nanoseconds. */
  readonly threshold: number;
  /** Minimum time to the first byte of a response in nanoseconds. */
  readonly firstByte: number;
}

const MAX_WATCHERS = 64;
const MAX_WAITING = 4 * 1024 * 1024;
const LIFE_MS = 1000;
/** Calls within this time are reported together. */
const COLLECT_MS = 50;
const MAX_COLLECTED = 500;

interface Watcher {
  readonly wish: TraceWish;
  readonly lines: LineStream;
}

/** An operation of the store other than answering a request. */
export interface Work {
  readonly name: string;
  readonly path: string;
  /** Time from `performance.now()`. */
  readonly begun: number;
  readonly bytes?: number;
  readonly error?: unknown;
  readonly message?: string;
}

/** Reports finished work; its details are only computed while a trace is running. */
export type Tell = (type: number, work: () => Work) => void;

/** Reports the store's operations as they happen, at no cost while no trace is running. */
export class Tracer {
  readonly #place: { readonly node: string };
  readonly #watchers = new Set<Watcher>();
  readonly #onTypes: (types: number) => void;
  #types = 0;
  #collected: (() => TraceInfo)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param place of this server, filled in once known
   * @param onTypes called with the traced types whenever they change
   */
  constructor(
    place: { readonly node: string },
    onTypes: (types: number) => void = () => undefined,
  ) {
    this.#place = place;
    this.#onTypes = onTypes;
  }

  /**
   * Whether a trace of one of these types is running: must be checked before details are computed.
   */
  wants(types: number): boolean {
    return (this.#types & types) !== 0;
  }

  /**
   * Opens a stream of MinIO's TraceInfo, one per line. It ends when it is destroyed or the store
   * closes. Slow readers miss records and are told how many.
   *
   * @throws S3Error SlowDown if there are too many readers
   */
  watch(wish: TraceWish): Readable {
    if (this.#watchers.size >= MAX_WATCHERS) {
      throw new S3Error('SlowDown');
    }
    // Earlier records are only for the readers of that time.
    this.#tellCollected();
    const lines = new LineStream({
      lifeEvery: LIFE_MS,
      maxWaiting: MAX_WAITING,
      dropped: (count) => this.#dropped(count, wish),
      onClosed: () => {
        this.#watchers.delete(watcher);
        this.#sumUp();
      },
    });
    const watcher: Watcher = { wish, lines };
    this.#watchers.add(watcher);
    this.#sumUp();
    return lines.stream;
  }

  readonly tell: Tell = (type, work) => {
    if (this.wants(type)) {
      this.#publish(workInfo(type, work(), this.#place.node));
    }
  };

  /**
   * Reports a record with a short delay, together with others: building records in a batch costs a
   * fraction of building them between requests.
   */
  collect(type: number, info: () => TraceInfo): void {
    if (!this.wants(type)) {
      return;
    }
    this.#collected.push(info);
    if (this.#collected.length >= MAX_COLLECTED) {
      this.#tellCollected();
    } else {
      this.#timer ??= setTimeout(() => this.#tellCollected(), COLLECT_MS).unref();
    }
  }

  #tellCollected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const collected = this.#collected;
    this.#collected = [];
    for (const info of this.#types === 0 ? [] : collected) {
      this.#publish(info());
    }
  }

  #publish(info: TraceInfo): void {
    let line: string | undefined;
    for (const { wish, lines } of this.#watchers) {
      if (matches(wish, info) && lines.hasRoom) {
        line ??= `${JSON.stringify(info)}\n`;
        lines.put(line);
      }
    }
  }

  /** Ends all streams. */
  close(): void {
    this.#tellCollected();
    for (const { lines } of this.#watchers) {
      lines.end();
    }
  }

  #sumUp(): void {
    this.#types = [...this.#watchers].reduce((types, { wish }) => types | wish.types, 0);
    this.#onTypes(this.#types);
  }

  /** An addition to MinIO's trace, in a form that its clients print. */
  #dropped(count: number, { types }: TraceWish): string {
    const info: TraceInfo = {
      type: types & -types,
      nodename: this.#place.node,
      funcname: 'trace.Dropped',
      time: new Date().toISOString(),
      path: '',
      dur: 0,
      msg: `${count} left out: the reader is too slow`,
      custom: { dropped: String(count) },
    };
    return `${JSON.stringify(info)}\n`;
  }
}

function matches(wish: TraceWish, { type, dur, http, error }: TraceInfo): boolean {
  return (
    (wish.types & type) !== 0 &&
    dur >= wish.threshold &&
    (wish.firstByte === 0 || (http?.stats.timetofirstbyte ?? 0) >= wish.firstByte) &&
    !(wish.onlyErrors && !(http ? http.response.statuscode >= 400 : error))
  );
}

function workInfo(type: number, work: Work, nodename: string): TraceInfo {
  const { name, path, begun, bytes, error, message } = work;
  const took = performance.now() - begun;
  return {
    type,
    nodename,
    funcname: name,
    time: new Date(Date.now() - took).toISOString(),
    path,
    dur: Math.round(took * 1e6),
    ...(bytes === undefined ? {} : { bytes }),
    ...(message === undefined ? {} : { msg: message }),
    ...(error === undefined
      ? {}
      : { error: error instanceof Error ? error.message : String(error) }),
  };
}
