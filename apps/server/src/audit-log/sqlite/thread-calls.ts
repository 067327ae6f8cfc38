import { type Transferable, Worker } from 'node:worker_threads';

interface Answer {
  readonly call: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** A thread whose module answers calls: {call, method, value} with {call, value} or {call, error}. */
export interface CallableThread {
  call(method: string, value?: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** Lets the calls that run come to their end. */
  close(): Promise<void>;
}

/** Starts a thread; one that ends by itself fails its calls, and the next call starts another. */
export function callableThread(module: URL, workerData: object): CallableThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let calls = 0;

  function fail(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(module, { workerData });
    started.unref();
    started.on('message', ({ call, value, error }: Answer) => {
      const answered = waiting.get(call);
      waiting.delete(call);
      if (error === undefined) answered?.resolve(value);
      else answered?.reject(new Error(error));
    });
    started.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => fail(new Error('The thread of the audit log has ended.')));
    return started;
  }

  function call(method: string, value?: unknown, transfer: readonly Transferable[] = []) {
    worker ??= start();
    calls += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(calls, answer);
    worker.postMessage({ call: calls, method, value }, [...transfer]);
    return answer.promise;
  }

  return {
    call,
    async close() {
      if (worker !== undefined) await call('close');
    },
  };
}
