import { parentPort, workerData } from 'node:worker_threads';
import type { Retention } from '../audit-log.ts';
import { LogWriter } from './log-writer.ts';
import { failureOf } from './thread-calls.ts';

interface Call {
  readonly call: number;
  readonly method: string;
  readonly value: ArrayBuffer;
}

/**
 * Appends everything that has arrived since the last transaction in one transaction, which takes a
 * single sync of the disk.
 */
function serve({ directory, retention }: { directory: string; retention: Retention }): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread.');
  const writer = new LogWriter(directory, retention);
  writer.onProblem = (problem) => port.postMessage({ problem });
  const waiting: Call[] = [];

  const answer = (calls: readonly Call[], values: () => readonly unknown[]) => {
    try {
      const all = values();
      for (const [index, { call }] of calls.entries())
        port.postMessage({ call, value: all[index] });
    } catch (error) {
      for (const { call } of calls) port.postMessage({ call, failure: failureOf(error) });
    }
  };
  const flush = () => {
    const appends = waiting.splice(0);
    const texts = () => appends.map(({ value }) => Buffer.from(value).toString('utf8'));
    answer(appends, () => writer.append(texts()));
  };

  port.on('message', (message: Call) => {
    if (message.method === 'append') {
      if (waiting.push(message) === 1) setImmediate(flush);
      return;
    }
    flush();
    answer([message], () => [message.method === 'prune' ? writer.prune() : writer.close()]);
    if (message.method === 'close') port.close();
  });
}

serve(workerData);
