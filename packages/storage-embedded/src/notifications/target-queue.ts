import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { TRACE } from '../tracing/trace-types.ts';
import type { Tell } from '../tracing/tracer.ts';
import { type EventRecord, objectOf } from './event-record.ts';
import { describeFailure, type Target } from './targets/target.ts';

type Documents = Pick<Engine, 'pageDocuments' | 'countDocuments' | 'putDocument'>;

export interface TargetQueueOptions {
  /** `name:kind`, for log messages. */
  readonly id: string;
  /** Kind of this queue's documents. */
  readonly kind: string;
  /** Maximum number of queued events; further ones are dropped. */
  readonly limit: number;
  readonly log: Log;
  readonly tell?: Tell;
  /** The first and the longest back-off after failures, in milliseconds. */
  readonly backOff?: { readonly first: number; readonly longest: number };
}

const PAGE = 128;
/** Number of concurrent deliveries. Events of one object are always delivered in sequence. */
const LANES = 4;
/** Number of consecutive failures after which the target counts as down. */
const MAX_FAILURES = 4;
const CLOSE_MS = 3000;
const BACK_OFF = { first: 250, longest: 10_000 };

interface Queued {
  readonly name: string;
  readonly value: string;
}

/**
 * Delivers the queued events of one target, oldest first. Events are documents of the engine,
 * written in the commit of their change and removed once the target has accepted them: delivery is
 * at least once, even across crashes.
 */
export class TargetQueue {
  readonly #documents: Documents;
  readonly #options: TargetQueueOptions;
  readonly #stop = new AbortController();
  #target: Target;
  #limit: number;
  #pause = new AbortController();
  #size: number;
  #running: Promise<void> | undefined;
  #failure: string | undefined;
  #dropped = 0;
  readonly #counts = { sent: 0, failed: 0, dropped: 0, sending: 0 };

  constructor(documents: Documents, target: Target, options: TargetQueueOptions) {
    this.#documents = documents;
    this.#target = target;
    this.#options = options;
    this.#limit = options.limit;
    this.#size = documents.countDocuments(options.kind);
  }

  get kind(): string {
    return this.#options.kind;
  }

  /** Number of queued events. */
  get size(): number {
    return this.#size;
  }

  /** The reason of the last failure, until a delivery succeeds. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Events sent and dropped and failed attempts since the start, and deliveries in progress. */
  get counts(): Readonly<Record<'sent' | 'failed' | 'dropped' | 'sending', number>> {
    return this.#counts;
  }

  /** Whether the queue has room for another event; if not, counts it as dropped. */
  takesMore(): boolean {
    if (this.#size < this.#limit) {
      return true;
    }
    this.#counts.dropped++;
    if (this.#dropped++ === 0) {
      const fields = { target: this.#options.id, limit: this.#limit };
      this.#options.log('error', 'The queue of a target is full: events are dropped.', fields);
    }
    return false;
  }

  /** Must be called after an event was added to the documents. */
  added(): void {
    this.#size++;
    this.start();
  }

  /** Delivers until the queue is empty. */
  start(): void {
    if (this.#running === undefined && this.#size > 0 && !this.#stop.signal.aborted) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
        this.start();
      });
    }
  }

  /** Switches to a new target after a change of settings. */
  async replace(target: Target, limit: number): Promise<void> {
    const former = this.#target;
    this.#target = target;
    this.#limit = limit;
    this.#pause.abort();
    // Interrupted deliveries are retried.
    await former.close();
  }

  /** Closes after the deliveries in progress, or after a timeout; queued events are kept. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.#running, pause(CLOSE_MS, undefined, { ref: false })]);
    await this.#target.close();
  }

  /**
   * Checks the target.
   *
   * @throws Error if the target cannot be reached
   */
  check(): Promise<void> {
    return this.#target.check();
  }

  async #run(): Promise<void> {
    const { first, longest } = this.#options.backOff ?? BACK_OFF;
    const { signal } = this.#stop;
    let wait = first;
    while (!signal.aborted && this.#size > 0) {
      const pass = await this.#pass().catch((error: unknown) => this.#failed(error));
      if (pass === 'done') {
        wait = first;
        this.#tellOfDropped();
        continue;
      }
      wait = pass === 'some' ? first : wait;
      // Jitter of up to half the time keeps stores from retrying simultaneously.
      this.#pause = new AbortController();
      await pause(wait * (0.5 + Math.random() / 2), undefined, {
        signal: AbortSignal.any([signal, this.#pause.signal]),
        ref: false,
      }).catch(() => undefined);
      wait = Math.min(wait * 2, longest);
    }
  }

  #tellOfDropped(): void {
    if (this.#dropped > 0) {
      const fields = { target: this.#options.id, events: this.#dropped };
      this.#options.log('warn', 'Events were dropped while a queue was full.', fields);
      this.#dropped = 0;
    }
  }

  /**
   * Tries every queued event once; after a failure, other events of the same object wait for the
   * next pass.
   */
  async #pass(): Promise<'done' | 'some' | 'none'> {
    const pass = new Pass();
    let after = '';
    for (;;) {
      const page = this.#documents.pageDocuments(this.#options.kind, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) {
        this.#size = after === '' ? 0 : this.#size;
        return pass.outcome;
      }
      await this.#deliver(page, pass);
      if (pass.isOver || this.#stop.signal.aborted) {
        return pass.outcome;
      }
      after = last.name;
    }
  }

  async #deliver(page: readonly Queued[], pass: Pass): Promise<void> {
    const lanes = Array.from({ length: LANES }, (): (() => Promise<void>)[] => []);
    const removals: Promise<void>[] = [];
    for (const { name, value } of page) {
      const record = parseRecord(value);
      const object = record === undefined ? '' : objectOf(record);
      const step = async () => {
        if (pass.isOver || pass.blocked.has(object) || this.#stop.signal.aborted) {
          return;
        }
        if (record !== undefined && !(await this.#send(record, object, pass))) {
          return;
        }
        removals.push(this.#remove(name));
      };
      lanes[laneOf(object)]?.push(step);
    }
    await Promise.all(lanes.map(runInTurn));
    await Promise.all(removals);
  }

  async #remove(name: string): Promise<void> {
    await this.#documents.putDocument(this.#options.kind, name, null);
    this.#size--;
  }

  async #send(record: EventRecord, object: string, pass: Pass): Promise<boolean> {
    this.#counts.sending++;
    const begun = performance.now();
    const tell = (error?: unknown) =>
      this.#options.tell?.(TRACE.internal, () => ({
        ...{ name: 'notify.Send', path: object, begun, error },
        message: this.#options.id,
      }));
    try {
      await this.#target.send(record);
      this.#counts.sent++;
      tell();
    } catch (error) {
      this.#counts.failed++;
      tell(error);
      pass.failed(object);
      this.#failed(error);
      return false;
    } finally {
      this.#counts.sending--;
    }
    pass.succeeded();
    if (this.#failure !== undefined) {
      this.#failure = undefined;
      this.#options.log('info', 'Events reach a target again.', { target: this.#options.id });
    }
    return true;
  }

  #failed(error: unknown): 'none' {
    const message = describeFailure(error);
    if (this.#failure === undefined) {
      const fields = { target: this.#options.id, error: message };
      this.#options.log('warn', 'Events cannot be delivered; they wait.', fields);
    }
    this.#failure = message;
    return 'none';
  }
}

/** One attempt at every queued event. */
class Pass {
  readonly blocked = new Set<string>();
  #inRow = 0;
  #any = false;

  get isOver(): boolean {
    return this.#inRow >= MAX_FAILURES;
  }

  get outcome(): 'done' | 'some' | 'none' {
    if (this.blocked.size === 0) {
      return 'done';
    }
    return this.#any ? 'some' : 'none';
  }

  failed(object: string): void {
    this.blocked.add(object);
    this.#inRow++;
  }

  succeeded(): void {
    this.#any = true;
    this.#inRow = 0;
  }
}

/** Returns undefined for an unreadable record, which can never be delivered and is dropped. */
function parseRecord(value: string): EventRecord | undefined {
  try {
    const record: EventRecord = JSON.parse(value);
    return record;
  } catch {
    return undefined;
  }
}

function laneOf(object: string): number {
  return hash('sha1', object, 'buffer').readUInt8(0) % LANES;
}

async function runInTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) {
    await step();
  }
}
