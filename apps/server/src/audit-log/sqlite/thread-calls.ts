import { type Transferable, Worker } from 'node:worker_threads';
import { ConsoleError } from '../../console-error.ts';

interface Answer {
  readonly call: number;
  readonly value?: unknown;
  readonly failure?: Failure;
}

/** An error sent between threads, which would otherwise lose its class. */
interface Failure {
  readonly message: string;
  /** For StateUnavailable: which file, and why. */
  readonly unavailable?: string;
}

/** A thread's response to a call that failed. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const isUnavailable = error instanceof ConsoleError && error.code === 'StateUnavailable';
  return { message, ...(isUnavailable && { unavailable: error.detail }) };
}

function errorOf({ message, unavailable: detail }: Failure): Error {
  return detail === undefined
    ? new Error(message)
    : new ConsoleError('StateUnavailable', { detail });
}

/** A thread whose module answers calls: {call, method, value} with {call, value} or {call, failure}. */
export interface CallableThread {
  call(method: string, value?: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** Waits for running calls to finish. */
  close(): Promise<void>;
}

/**
 * Starts a thread on demand; if it dies, its calls fail and the next call starts another.
 * @param onProblem receives messages for the administrator, sent as {problem}
 */
export function callableThread(
  module: URL,
  workerData: object,
  onProblem: (message: string) => void = () => undefined,
): CallableThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let calls = 0;

  /** A failed thread exits a moment later, when the calls may belong to its successor. */
  function fail(ended: Worker, error: Error): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(module, { workerData });
    started.unref();
    started.on('message', (message: Answer | { readonly problem: string }) => {
      if ('problem' in message) return onProblem(message.problem);
      const { call, value, failure } = message;
      const answered = waiting.get(call);
      waiting.delete(call);
      if (failure === undefined) answered?.resolve(value);
      else answered?.reject(errorOf(failure));
    });
    started.on('error', (error) =>
      fail(started, error instanceof Error ? error : new Error(String(error))),
    );
    started.on('exit', () => fail(started, new Error('The thread of the audit log has ended.')));
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
