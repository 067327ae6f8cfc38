import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { LineStream } from './line-stream.ts';
import type { TraceInfo } from './trace-types.ts';

/** What somebody wants to see. */
export interface TraceWish {
  /** Bits of `TRACE`. */
  readonly types: number;
  readonly onlyErrors: boolean;
  /** Nanoseconds that it took at least. */
  readonly threshold: number;
  /** Nanoseconds to the first byte of an answer at least. */
  readonly firstByte: number;
}

const MAX_WATCHERS = 64;
const MAX_WAITING = 4 * 1024 * 1024;
const LIFE_MS = 1000;
/** Calls of this time are told together. */
const COLLECT_MS = 50;
const MAX_COLLECTED = 500;

interface Watcher {
  readonly wish: TraceWish;
  readonly lines: LineStream;
}

/** Something that a part of the store has done besides answering a request. */
export interface Work {
  readonly name: string;
  readonly path: string;
  /** Of `performance.now()`. */
  readonly begun: number;
  readonly bytes?: number;
  readonly error?: unknown;
  readonly message?: string;
}

/** Told of work that is done; what it is made of is asked for only where somebody watches. */
export type Tell = (type: number, work: () => Work) => void;

/** Tells those who watch what the store does while it does it; nobody pays for it while nobody watches. */
export class Tracer {
  readonly #place: { readonly node: string };
  readonly #watchers = new Set<Watcher>();
  readonly #onTypes: (types: number) => void;
  #types = 0;
  #collected: (() => TraceInfo)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param place where this server is known, as soon as it is
   * @param onTypes told of the kinds that somebody watches whenever they change
   */
  constructor(
    place: { readonly node: string },
    onTypes: (types: number) => void = () => undefined,
  ) {
    this.#place = place;
    this.#onTypes = onTypes;
  }

  /** Whether somebody watches one of these kinds: to be asked before anything is made for them. */
  wants(types: number): boolean {
    return (this.#types & types) !== 0;
  }

  /**
   * A stream of MinIO's TraceInfo, one a line, from now on. It ends when it is destroyed or the
   * store closes. A reader that is too slow misses some, and is told how many.
   *
   * @throws S3Error SlowDown when too many watch
   */
  watch(wish: TraceWish): Readable {
    if (this.#watchers.size >= MAX_WATCHERS) {
      throw new S3Error('SlowDown');
    }
    // What was done before is for those who watched then.
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
   * Tells of something a little later, together with what else there is by then: records that are made
   * one after the other cost a fraction of those that are made between two requests.
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
