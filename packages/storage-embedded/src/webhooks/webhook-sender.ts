import { setTimeout as pause } from 'node:timers/promises';
import { parseGoDuration } from '@stowage/domain/go-duration';
import type { ConfigValues } from '../config/config-text.ts';
import type { Log } from '../log.ts';
import { describeFailure } from '../notifications/targets/target.ts';
import { HttpSender } from './http-sender.ts';
import { type Batch, RecordQueue } from './record-queue.ts';

/** How long an incomplete batch waits for more lines. */
const GATHER_MS = 100;
const CLOSE_MS = 3000;
/** Time before retrying a queue that could not be read or written. */
const QUEUE_RETRY_MS = 3000;
const TELL_EVERY_MS = 60_000;
/** MinIO defines no content type for batches, which are not a JSON document. */
const ONE = 'application/json';
const MANY = 'application/x-ndjson';

/** Sends records to one webhook, oldest first; delivery is at least once. */
export class WebhookSender {
  readonly id: string;
  readonly #queue: RecordQueue;
  readonly #log: Log;
  readonly #stop = new AbortController();
  #values: ConfigValues;
  #sender: HttpSender;
  #waiting = new AbortController();
  #running: Promise<void> | undefined;
  #failing = false;
  #toldOfQueueAt = Number.NEGATIVE_INFINITY;
  #dropped = 0;

  /**
   * @param id of the target, such as `audit_webhook:stowage`
   * @param values all settings of the target
   */
  constructor(id: string, values: ConfigValues, options: { directory: string; log: Log }) {
    this.id = id;
    this.#values = values;
    this.#log = options.log;
    this.#queue = new RecordQueue(options.directory, {
      onFailure: (error) => this.#queueFailed(error),
      onLost: (lines) => this.#lost(lines),
    });
    this.#sender = senderFor(values);
    this.#start();
  }

  /** Number of queued records. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Applies new settings. */
  replace(values: ConfigValues): void {
    const former = this.#sender;
    this.#values = values;
    this.#sender = senderFor(values);
    this.#waiting.abort();
    // Interrupted requests are retried.
    void former.close();
  }

  add(record: string): void {
    if (this.#queue.size >= Number(this.#values.queue_size)) {
      this.#lost(1);
      return;
    }
    this.#queue.add(record);
    this.#start();
  }

  /** Closes after the current request, or after a timeout; queued records are kept. */
  async close(): Promise<void> {
    await this.#end();
    this.#queue.close();
  }

  /**
   * Closes and leaves queued records to another sender, which may start immediately. It may send
   * the current request again.
   */
  async leave(): Promise<void> {
    this.#queue.close();
    await this.#end();
  }

  /**
   * Closes and drops queued records immediately: another sender may start while a request is in
   * progress.
   */
  async remove(): Promise<void> {
    this.#queue.remove();
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.#running, pause(CLOSE_MS, undefined, { ref: false })]);
    await this.#sender.close();
  }

  #start(): void {
    if (this.#running === undefined && this.#queue.size > 0 && !this.#stop.signal.aborted) {
      this.#running = this.#run()
        .catch((error: unknown) => {
          this.#queueFailed(error);
          return this.#pause(QUEUE_RETRY_MS);
        })
        .finally(() => {
          this.#running = undefined;
          this.#start();
        });
    }
  }

  /** Logs at most once a minute, as the log entry may end up in this queue. */
  #queueFailed(error: unknown): void {
    const now = performance.now();
    if (now - this.#toldOfQueueAt > TELL_EVERY_MS) {
      this.#toldOfQueueAt = now;
      const fields = { target: this.id, error: String(error) };
      this.#log('error', 'The queue of a webhook cannot be read or written; records wait.', fields);
    }
  }

  #lost(records: number): void {
    const isFirst = this.#dropped === 0;
    this.#dropped += records;
    if (isFirst) {
      const fields = { target: this.id };
      this.#log('error', 'The queue of a webhook is full: records are dropped.', fields);
    }
  }

  async #run(): Promise<void> {
    if (this.#queue.size < this.#batchSize) {
      await this.#pause(GATHER_MS);
    }
    while (!this.#stop.signal.aborted) {
      const batch = this.#queue.next(this.#batchSize);
      if (batch.lines.length === 0) {
        if (this.#queue.size === 0) {
          return;
        }
        // The records are held in memory because they cannot be written.
        await this.#pause(QUEUE_RETRY_MS);
        continue;
      }
      if (await this.#deliver(batch)) {
        this.#queue.taken(batch);
      }
    }
  }

  /** Returns whether the batch is finished: sent or given up. */
  async #deliver({ lines }: Batch): Promise<boolean> {
    for (let failures = 0; !this.#stop.signal.aborted; ) {
      try {
        await this.#sender.post(`${lines.join('\n')}\n`, this.#batchSize > 1 ? MANY : ONE);
        this.#succeeded();
        return true;
      } catch (error) {
        this.#failed(error);
        failures++;
        const attempts = Number(this.#values.max_retry);
        if (attempts > 0 && failures > attempts) {
          const fields = { target: this.id, records: lines.length };
          this.#log('error', 'Records were given up: a webhook does not take them.', fields);
          return true;
        }
        await this.#pause(durationOf(this.#values, 'retry_interval'));
      }
    }
    return false;
  }

  #failed(error: unknown): void {
    if (!this.#failing && !this.#stop.signal.aborted) {
      const fields = { target: this.id, error: describeFailure(error) };
      this.#log('warn', 'Records cannot be sent to a webhook; they wait.', fields);
      this.#failing = true;
    }
  }

  #succeeded(): void {
    if (this.#failing) {
      this.#failing = false;
      this.#log('info', 'A webhook takes records again.', { target: this.id });
    }
    if (this.#dropped > 0) {
      const fields = { target: this.id, records: this.#dropped };
      this.#log('warn', 'Records were dropped while the queue of a webhook was full.', fields);
      this.#dropped = 0;
    }
  }

  get #batchSize(): number {
    return Number(this.#values.batch_size);
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#waiting = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, this.#waiting.signal]);
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function senderFor(values: ConfigValues): HttpSender {
  return new HttpSender({
    endpoint: values.endpoint ?? '',
    authorization: values.auth_token ?? '',
    clientCert: values.client_cert ?? '',
    clientKey: values.client_key ?? '',
    timeout: durationOf(values, 'http_timeout'),
  });
}

function durationOf(values: ConfigValues, key: string): number {
  return parseGoDuration(values[key] ?? '') ?? 0;
}
