import { parentPort, workerData } from 'node:worker_threads';
import type { AuditFilter, AuditRange, AuditSearch } from '../audit-log.ts';
import { LogReader } from './log-reader.ts';
import { failureOf } from './thread-calls.ts';

type Call = { readonly call: number } & (
  | { readonly method: 'search'; readonly value: AuditSearch }
  | { readonly method: 'summary'; readonly value: { range: AuditRange; filter: AuditFilter } }
  | { readonly method: 'holdings' | 'close' }
);

/** Searches in its own thread: neither the console nor the writer waits for it. */
function serve({ directory }: { directory: string }): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread.');
  const reader = new LogReader(directory);

  const doCall = (message: Call) => {
    switch (message.method) {
      case 'search':
        return reader.search(message.value);
      case 'summary':
        return reader.summary(message.value.range, message.value.filter);
      case 'holdings':
        return reader.holdings();
      case 'close':
        return reader.close();
    }
  };
  port.on('message', (message: Call) => {
    const { call } = message;
    try {
      port.postMessage({ call, value: doCall(message) });
    } catch (error) {
      port.postMessage({ call, failure: failureOf(error) });
    }
    if (message.method === 'close') port.close();
  });
}

serve(workerData);
