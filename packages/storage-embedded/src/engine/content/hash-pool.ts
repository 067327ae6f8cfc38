import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { S3Error } from '@stowage/storage-wire/s3-error';

export type HashRequest =
  | {
      readonly kind: 'add';
      readonly job: number;
      readonly buffer: SharedArrayBuffer;
      readonly start: number;
      readonly length: number;
    }
  | { readonly kind: 'end' | 'drop'; readonly job: number };

export type HashAnswer =
  | { readonly kind: 'added'; readonly job: number }
  | {
      readonly kind: 'ended';
      readonly job: number;
      readonly md5: Uint8Array;
      readonly trailer: Uint8Array;
    };

/** The checksums of a content. */
export interface ContentSums {
  readonly md5: Buffer;
  /** The trailer of its file, see blob-format. */
  readonly trailer: Buffer;
}

interface Waiting {
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread ends on its own only if the system refuses it something, such as another open file. */
function noSums(cause: unknown): S3Error {
  return new S3Error('ServiceUnavailable', 'The content could not be summed up.', { cause });
}

/** One hashing thread and the pending replies by job, in order. */
class HashThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting[]>();
  #ended = false;
  #error: unknown;
  jobs = 0;

  constructor(onEnd: (thread: HashThread) => void) {
    this.#worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { name: 'hashes' });
    this.#worker.unref();
    this.#worker.on('message', (answer: HashAnswer) => {
      this.#waiting.get(answer.job)?.shift()?.resolve(answer);
    });
    this.#worker.on('error', (error) => {
      this.#error = error;
      onEnd(this);
    });
    this.#worker.on('exit', () => {
      this.#ended = true;
      for (const { reject } of [...this.#waiting.values()].flat()) {
        reject(noSums(this.#error));
      }
      onEnd(this);
    });
  }

  ask(request: HashRequest): Promise<HashAnswer> {
    if (this.#ended) {
      // A slow upload may outlive its thread, which would then never reply.
      return Promise.reject(noSums(this.#error));
    }
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(request.job) ?? [];
      this.#waiting.set(request.job, queue);
      queue.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  finish(job: number, drop: boolean): void {
    this.jobs--;
    this.#waiting.delete(job);
    if (drop) {
      this.#worker.postMessage({ kind: 'drop', job } satisfies HashRequest);
    }
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The checksums of one content; bytes must be added in order. */
export class HashJob {
  readonly #thread: HashThread;
  readonly #id: number;
  #ended = false;

  constructor(thread: HashThread, id: number) {
    this.#thread = thread;
    this.#id = id;
    thread.jobs++;
  }

  /** Resolves once the bytes have been read; until then they must not change. */
  async add(buffer: SharedArrayBuffer, start: number, length: number): Promise<void> {
    await this.#thread.ask({ kind: 'add', job: this.#id, buffer, start, length });
  }

  async end(): Promise<ContentSums> {
    const answer = await this.#thread.ask({ kind: 'end', job: this.#id });
    this.#close(false);
    if (answer.kind !== 'ended') {
      throw new S3Error('InternalError');
    }
    return { md5: Buffer.from(answer.md5), trailer: Buffer.from(answer.trailer) };
  }

  abandon(): void {
    this.#close(true);
  }

  #close(drop: boolean): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#thread.finish(this.#id, drop);
    }
  }
}

/** Threads that hash large contents, started on demand. */
export class HashPool {
  readonly #limit = Math.max(1, Math.min(4, availableParallelism() - 1));
  #threads: readonly HashThread[] = [];
  #nextJob = 1;

  open(): HashJob {
    const idle = this.#threads.find((thread) => thread.jobs === 0);
    const canStart = this.#threads.length < this.#limit;
    return new HashJob(idle ?? (canStart ? this.#start() : this.#leastBusy()), this.#nextJob++);
  }

  #start(): HashThread {
    const thread = new HashThread((ended) => {
      this.#threads = this.#threads.filter((one) => one !== ended);
    });
    this.#threads = [...this.#threads, thread];
    return thread;
  }

  #leastBusy(): HashThread {
    return this.#threads.reduce((a, b) => (b.jobs < a.jobs ? b : a));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}
