import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '../drives/drive-set.ts';
import type { IndexDb } from './index-db.ts';

/** Length of the write-ahead log at which a checkpoint is due. */
const DUE_BYTES = 8 * 1024 * 1024;
/**
 * The log restarts at its beginning when a checkpoint meets no writes; at this length, a restart is
 * forced.
 */
const LONG_BYTES = 4 * DUE_BYTES;
/** Number of transactions between checks. */
const EVERY = 64;

/** Keeps the index's write-ahead log short without blocking the serving thread. */
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

  /** Must be called after each transaction. */
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
    try {
      return statSync(`${this.#index.path}-wal`).size;
    } catch {
      // Removed or unreadable: everything committed is still in the drives' log.
      return 0;
    }
  }

  /** Little was written since; checkpointing that as well lets the log restart. */
  #catchUp(): void {
    try {
      this.#index.checkpoint();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#log('error', 'A checkpoint of the index failed.', { error: String(error) });
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
        this.#catchUp();
      }
    });
    worker.on('error', (error) => {
      this.#failed(error);
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
