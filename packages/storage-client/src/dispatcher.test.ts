import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStoragePool, type StoragePoolOptions } from './dispatcher.ts';
import { StorageTimeoutError } from './errors.ts';
import { createS3Client } from './s3/client.ts';
import { failure, startFakeStorage } from './testing/fake-storage.ts';

const OBJECT = { bucket: 'b', key: 'k' };

/** A server that answers only when the test lets it, with clients over separate pools. */
async function startSilentStorage() {
  const held: ServerResponse[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const fake = await startFakeStorage((request, response) => {
    if (request.url?.startsWith('/b/k')) {
      held.push(response);
      resolve();
    } else response.end('<ListAllMyBucketsResult/>');
  });
  onTestFinished(fake.stop);
  const pool = (options: StoragePoolOptions) => {
    const made = createStoragePool(options);
    onTestFinished(() => made.destroy());
    return made;
  };
  return { held, asked, pool, options: fake.options };
}

describe('a pool of connections', () => {
  it('keeps other calls from waiting for transfers', async () => {
    const { asked, pool, options } = await startSilentStorage();
    const client = createS3Client({
      ...options,
      dispatcher: pool({ connections: 1 }),
      transfers: pool({ connections: 1 }),
    });
    const end = new AbortController();
    const transfer = failure(client.getObject({ ...OBJECT, signal: end.signal }));
    await asked;
    expect(await client.listBuckets()).toEqual([]);
    end.abort();
    await transfer;
  });

  it('lets nobody wait for a connection for longer than it says', async () => {
    const { held, asked, pool, options } = await startSilentStorage();
    const client = createS3Client({
      ...options,
      dispatcher: pool({ connections: 1, queueTimeout: 50 }),
    });
    const first = client.headObject(OBJECT);
    await asked;
    expect(await failure(client.listBuckets())).toBeInstanceOf(StorageTimeoutError);
    held[0]?.end();
    await first;
    expect(await client.listBuckets()).toEqual([]);
  });

  it('lets who waits go away', async () => {
    const { asked, pool, options } = await startSilentStorage();
    const client = createS3Client({ ...options, dispatcher: pool({ connections: 1 }) });
    const first = new AbortController();
    const running = failure(client.headObject({ ...OBJECT, signal: first.signal }));
    await asked;
    const second = new AbortController();
    const waiting = failure(client.listBuckets({ signal: second.signal }));
    second.abort(new Error('gone'));
    expect(await waiting).toMatchObject({ message: 'gone' });
    first.abort();
    await running;
  });

  it('gives the connection on when a body was read, or was not wanted', async () => {
    const { held, asked, pool, options } = await startSilentStorage();
    const client = createS3Client({ ...options, dispatcher: pool({ connections: 1 }) });
    const reading = client.getObject(OBJECT);
    await asked;
    held[0]?.writeHead(200, { 'content-length': 1_000_000 });
    held[0]?.write('the first piece of many');
    const { body } = await reading;
    const next = client.listBuckets();
    body.destroy();
    expect(await next).toEqual([]);
  });
});
