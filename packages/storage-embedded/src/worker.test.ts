import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageOptions } from './server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-worker-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function startWorker(change: Partial<StorageOptions> = {}): Worker {
  const options: StorageOptions = {
    dataDir: join(folder, 'storage'),
    drives: [join(folder, 'drive-1')],
    host: '127.0.0.1',
    port: 0,
    rootUser: 'root',
    rootPassword: 'root-secret',
    ...change,
  };
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
}

describe('the worker thread', () => {
  it('tells where it listens, and ends when told to', async () => {
    const worker = startWorker();
    const [listening] = await once(worker, 'message');
    expect(listening.type).toBe('listening');
    expect((await fetch(`${listening.url}/minio/health/live`)).status).toBe(200);
    worker.postMessage({ type: 'stop' });
    const exit = once(worker, 'exit');
    expect(await once(worker, 'message')).toEqual([{ type: 'closed' }]);
    expect(await exit).toEqual([0]);
    await expect(fetch(`${listening.url}/minio/health/live`)).rejects.toThrow();
  });

  it('tells why it cannot start', async () => {
    const worker = startWorker({ host: '203.0.113.1' });
    const exit = once(worker, 'exit');
    const [failed] = await once(worker, 'message');
    expect(failed).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('203.0.113.1'),
    });
    expect(await exit).toEqual([0]);
  });
});
