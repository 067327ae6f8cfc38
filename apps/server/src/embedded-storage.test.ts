import { describe, expect, it } from 'vitest';
import { startEmbeddedStorage } from './embedded-storage.ts';

/** A thread in place of the storage server: it runs this code. */
const thread = (code: string) => {
  const source = `import { parentPort, workerData } from 'node:worker_threads';\n${code}`;
  return startEmbeddedStorage(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    port: 4711,
  });
};

const LISTENS = `
  parentPort.postMessage({ type: 'listening', url: 'http://127.0.0.1:' + workerData.port });
  parentPort.on('message', ({ type }) => {
    if (type !== 'stop') return;
    parentPort.postMessage({ type: 'closed' });
    parentPort.close();
  });
`;

describe('the thread of the embedded storage', () => {
  it('is reached at the address that it tells, and not before', async () => {
    const storage = thread(LISTENS);
    expect(storage.url()).toBeUndefined();
    expect(await storage.listening).toBe('http://127.0.0.1:4711');
    expect(storage.url()).toBe('http://127.0.0.1:4711');
    await storage.stop();
    expect(storage.url()).toBeUndefined();
  });

  it('tells that its configuration has changed, from when it can be asked', async () => {
    const storage = thread(`
      parentPort.postMessage({ type: 'configured' });
      ${LISTENS}
      parentPort.postMessage({ type: 'configured' });
    `);
    let changes = 0;
    const both = new Promise<void>((resolve) => {
      storage.onConfigChange(() => {
        expect(storage.url()).toBeDefined();
        changes += 1;
        if (changes === 2) resolve();
      });
    });
    await both;
    await storage.stop();
    expect(changes).toBe(2);
  });

  it('is reached on this machine when it listens on every address', async () => {
    const everywhere = (host: string) => thread(`${LISTENS.replace('127.0.0.1', host)}`);
    for (const [host, own] of [
      ['0.0.0.0', '127.0.0.1'],
      ['[::]', '[::1]'],
    ] as const) {
      const storage = everywhere(host);
      expect(await storage.listening).toBe(`http://${own}:4711`);
      await storage.stop();
    }
  });

  it('says in one line why it cannot run', async () => {
    const storage = thread(`
      parentPort.postMessage({ type: 'failed', message: 'the port is taken' });
      parentPort.close();
    `);
    await expect(storage.listening).rejects.toMatchObject({
      name: 'ConfigError',
      message: 'The embedded storage cannot run: the port is taken',
    });
    await storage.stop();
  });

  it('tells when it breaks, and when it ends by itself', async () => {
    const broken = thread(`throw new Error('damaged');`);
    await expect(broken.listening).rejects.toThrow('damaged');
    const ended = thread(`${LISTENS} setImmediate(() => parentPort.close());`);
    const told = new Promise<Error>((resolve) => ended.onEnd(resolve));
    expect((await told).message).toBe('The embedded storage has ended.');
  });

  it('hands its log on, the lines from before somebody listened first', async () => {
    const line = (message: string) =>
      `parentPort.postMessage({ type: 'log', level: 'info', message: '${message}', fields: {} });`;
    const storage = thread(`${line('first')}
      parentPort.on('message', ({ type }) => { if (type === 'stop') { ${line('second')} } });
      ${LISTENS}
    `);
    await storage.listening;
    const lines: string[] = [];
    storage.onLog(({ message }) => lines.push(message));
    await storage.stop();
    expect(lines).toEqual(['first', 'second']);
  });
});
