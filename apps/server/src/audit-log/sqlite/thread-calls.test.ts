import { expect, it } from 'vitest';
import { callableThread } from './thread-calls.ts';

const MODULE = `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', ({ call, method }) => {
    if (method === 'fail') throw new Error('It cannot go on.');
    parentPort.postMessage({ call, value: workerData.name });
    if (method === 'close') parentPort.close();
  });`;

it('starts anew after a failure, and the end of the former thread is none of the next', async () => {
  const thread = callableThread(new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`), {
    name: 'log',
  });
  for (let times = 0; times < 3; times += 1) {
    await expect(thread.call('fail')).rejects.toThrow('It cannot go on.');
    expect(await thread.call('name')).toBe('log');
  }
  await thread.close();
});
