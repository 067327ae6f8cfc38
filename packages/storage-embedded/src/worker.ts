import { parentPort, workerData } from 'node:worker_threads';
import { type RunningStorage, type StorageOptions, startStorage } from './server.ts';

/**
 * Runs the store in a worker thread. `workerData` holds the StorageOptions without functions. Posts
 * {type: 'listening', url}, {type: 'failed', message}, {type: 'log', level, message, fields},
 * {type: 'configured'} when the configuration has changed and finally {type: 'closed'}; stops on
 * {type: 'stop'}.
 */
function run(options: StorageOptions): void {
  const port = parentPort;
  if (port === null) {
    throw new Error('This module runs in a worker thread.');
  }
  const ended = () => {
    port.postMessage({ type: 'closed' });
    port.close();
  };
  const failed = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    port.postMessage({ type: 'failed', message });
    port.close();
  };
  const started = startStorage({
    ...options,
    log: (level, message, fields) =>
      port.postMessage({ type: 'log', level, message, fields: sendable(fields) }),
    onConfigChange: () => port.postMessage({ type: 'configured' }),
    onStop: ended,
  });
  started.then(({ url }) => port.postMessage({ type: 'listening', url }), failed);
  port.on('message', (message: { readonly type?: string }) => {
    if (message.type === 'stop') {
      started.then((storage: RunningStorage) => storage.close().then(ended)).catch(failed);
    }
  });
}

/** Errors lose their class when sent between threads; their stack is what the log needs. */
function sendable(fields: object | undefined): object {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : String(value),
    ]),
  );
}

run(workerData);
