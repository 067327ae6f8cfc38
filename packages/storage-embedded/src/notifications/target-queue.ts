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
  /** `name:kind`, for messages. */
  readonly id: string;
  /** Kind of the documents that are this queue's. */
  readonly kind: string;
  /** Most events that wait; later ones are dropped. */
  readonly limit: number;
  readonly log: Log;
  readonly tell?: Tell;
  /** Milliseconds of the first pause after a failure, and of the longest. */
  readonly backOff?: { readonly first: number; readonly longest: number };
}

const PAGE = 128;
/** Deliveries at a time. Events of one object always go one after the other. */
const LANES = 4;
/** So many failures in a row mean that the target is down, whatever the events are. */
const MAX_FAILURES = 4;
const CLOSE_MS = 3000;
const BACK_OFF = { first: 250, longest: 10_000 };

interface Queued {
  readonly name: string;
  readonly value: string;
}

/**
 * Delivers the events that wait for one target, the oldest first. They are documents of the
 * engine, written with the change that they tell of, and removed when the target has taken
 * them: each arrives at least once, also when the process ends in between.
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

  /** Events that wait. */
  get size(): number {
    return this.#size;
  }

  /** Why the last delivery failed, as long as none has succeeded since. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Events sent and dropped since the start, attempts that failed, and events on their way now. */
  get counts(): Readonly<Record<'sent' | 'failed' | 'dropped' | 'sending', number>> {
    return this.#counts;
  }

  /** Whether one more event may wait; if not, it is counted as dropped. */
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

  /** An event was added to the documents. */
  added(): void {
    this.#size++;
    this.start();
  }

  /** Delivers until nothing waits. */
  start(): void {
    if (this.#running === undefined && this.#size > 0 && !this.#stop.signal.aborted) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
        this.start();
      });
    }
  }

  /** Delivers to another target from now on: the settings were changed. */
  async replace(target: Target, limit: number): Promise<void> {
    const former = this.#target;
    this.#target = target;
    this.#limit = limit;
    this.#pause.abort();
    // A delivery that is broken off is made again.
    await former.close();
  }

  /** Ends after the deliveries under way, or without them after a while; what waits is kept. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.#running, pause(CLOSE_MS, undefined, { ref: false })]);
    await this.#target.close();
  }

  /** @throws Error when the target cannot be reached */
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
      // Half of it is left to chance, so that stores do not come back all at the same moment.
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

  /** Tries everything that waits once; an object with a failure waits for the next pass. */
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

/** One try of everything that waits. */
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

/** What cannot be read can never be delivered: it goes. */
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
