import { Worker } from 'node:worker_threads';
import { ConfigError } from './config/setting.ts';

/** The thread itself allows running requests ten seconds. */
const STOP_MS = 15_000;
/** This many lines are kept until there is a listener. */
const MAX_EARLY_LINES = 100;

/** A line of the thread's log. */
export interface StorageLogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

/** The embedded storage server in its own thread. */
export interface EmbeddedStorage {
  /** Its origin; undefined while it is not listening. */
  url(): string | undefined;
  /** Settles once it is listening, or has failed to. */
  readonly listening: Promise<string>;
  onLog(listener: (line: StorageLogLine) => void): void;
  /** Called when it is listening, and afterwards whenever its configuration changes. */
  onConfigChange(listener: () => void): void;
  /** Called if the thread exits without having been stopped. */
  onEnd(listener: (error: Error) => void): void;
  stop(): Promise<void>;
}

type Message =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'closed' }
  | { readonly type: 'configured' }
  | ({ readonly type: 'log' } & StorageLogLine);

/**
 * Starts the storage server in a worker thread: it has its own event loop, and the console reaches
 * it over HTTP like any other. `module` is the thread's code.
 */
export function startEmbeddedStorage(module: URL, options: object): EmbeddedStorage {
  const worker = new Worker(module, { workerData: options });
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  // Callers that wait see a failure; until then it must not count as unhandled.
  listening.catch(() => {});
  const lines = lineBuffer();
  let url: string | undefined;
  let failure: Error | undefined;
  let report: (error: Error) => void = () => {};
  let reportChange = () => {};

  worker.on('message', (message: Message) => {
    switch (message.type) {
      case 'listening':
        url = reachable(message.url);
        resolve(url);
        reportChange();
        break;
      case 'configured':
        if (url !== undefined) reportChange();
        break;
      case 'failed':
        failure = new ConfigError(`The embedded storage cannot run: ${message.message}`);
        break;
      case 'log':
        lines.push(message);
        break;
      case 'closed':
        url = undefined;
    }
  });
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', () => {
    url = undefined;
    const error = failure ?? new ConfigError('The embedded storage has ended.');
    reject(error);
    report(error);
  });

  return {
    url: () => url,
    listening,
    onLog: lines.listen,
    onConfigChange(listener) {
      reportChange = listener;
      if (url !== undefined) listener();
    },
    onEnd(listener) {
      report = listener;
    },
    async stop() {
      report = () => {};
      if (worker.threadId === -1) return;
      const ended = new Promise<void>((done) => worker.once('exit', () => done()));
      worker.postMessage({ type: 'stop' });
      const timer = setTimeout(() => void worker.terminate(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** A server that listens on all addresses is reached through the loopback address. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function lineBuffer() {
  const early: StorageLogLine[] = [];
  let push = (line: StorageLogLine): void => {
    if (early.length < MAX_EARLY_LINES) early.push(line);
  };
  return {
    push: (line: StorageLogLine) => push(line),
    listen(listener: (line: StorageLogLine) => void) {
      early.splice(0).forEach(listener);
      push = listener;
    },
  };
}
