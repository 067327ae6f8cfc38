import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '../drives/drive-set.ts';
import type { IndexDb } from './index-db.ts';

/** A checkpoint is due when the write-ahead log is this long. */
const DUE_BYTES = 8 * 1024 * 1024;
/** The log starts over by itself when a checkpoint meets no writes; when it is this long, it has to. */
const LONG_BYTES = 4 * DUE_BYTES;
/** Looked at after so many transactions. */
const EVERY = 64;

/** Keeps the index's write-ahead log short without holding up the thread that serves. */
export class Checkpointer {
  readonly #index: IndexDb;
  readonly #log: Log;
  #worker: Worker | undefined;
  #busy = false;
  #transactions = 0;

  constructor(index: IndexDb, log: Log) {
    this.#index = index;
    this.#log = log;
  }

  /** To be called after each transaction. */
  noteTransaction(): void {
    this.#transactions++;
    if (this.#transactions < EVERY || this.#busy) {
      return;
    }
    this.#transactions = 0;
    if (this.#logSize() > DUE_BYTES) {
      this.#busy = true;
      this.#worker ??= this.#start();
      this.#worker.postMessage('checkpoint');
    }
  }

  #logSize(): number {
    // Somebody may have removed the file: what was committed is in the drives' log.
    return statSync(`${this.#index.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { path: this.#index.path },
      name: 'index-checkpoints',
    });
    worker.unref();
    worker.on('message', () => {
      this.#busy = false;
      if (this.#logSize() > LONG_BYTES) {
        // What came in meanwhile is little; with it done too, the log starts over.
        this.#index.checkpoint();
      }
    });
    worker.on('error', (error) => {
      this.#log('error', 'A checkpoint of the index failed.', { error: String(error) });
      this.#worker = undefined;
      this.#busy = false;
    });
    return worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) {
      worker.ref();
      worker.removeAllListeners('message');
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    }
  }
}
