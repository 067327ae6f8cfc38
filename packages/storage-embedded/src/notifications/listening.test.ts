import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenAnswers } from '../testing/open-answers.ts';
import {
  addPolicy,
  addUser,
  adminCaller,
  errorOf,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';
import type { EventRecord } from './event-record.ts';
import { Listeners } from './listeners.ts';

const SOME_RECORD = {
  eventName: 's3:ObjectCreated:Put',
  s3: { bucket: { name: 'b' }, object: { key: 'k'.repeat(1000) } },
} as EventRecord;
const USER: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };

let storage: TestStorage;
const answers = new OpenAnswers();
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(async () => {
  answers.end();
  await storage.close();
});

/** Listens and yields the records as they arrive. */
async function listen(path: string, as = ROOT) {
  const records: EventRecord[] = [];
  const raw: string[] = [];
  const { answer, stop } = await answers.read(storage, { path, as }, (line) => {
    raw.push(line);
    if (line.trim() !== '') {
      records.push(...(JSON.parse(line).Records ?? []));
    }
  });
  const names = () =>
    records.map(({ eventName, s3 }) => `${eventName} ${s3.bucket.name}/${s3.object.key}`);
  return { answer, records, raw, names, stop };
}

const put = (path: string) => storage.call({ method: 'PUT', path, body: 'x' });
const refused = async (path: string, as = ROOT) => errorOf(await storage.call({ path, as }));

describe('listening', () => {
  it('tells of events of a bucket while they happen', async () => {
    const heard = await listen(
      '/bucket?events=s3:ObjectCreated:*&events=s3:ObjectAccessed:Get&prefix=a&suffix=.txt&ping=1',
    );
    expect(heard.answer.headers['content-type']).toBe('text/event-stream');
    await put('/bucket/b.txt');
    await put('/bucket/a%20b.txt');
    await storage.call({ path: '/bucket/a%20b.txt' });
    await storage.call({ method: 'DELETE', path: '/bucket/a%20b.txt' });
    await put('/bucket/a.txt');
    await vi.waitFor(
      () =>
        expect(heard.names()).toEqual([
          's3:ObjectCreated:Put bucket/a b.txt',
          's3:ObjectAccessed:Get bucket/a b.txt',
          's3:ObjectCreated:Put bucket/a.txt',
        ]),
      30_000,
    );
    expect(heard.raw[0]).toBe('{"Records":null}');
  });

  it('tells of events of all buckets, and of the buckets', async () => {
    const heard = await listen(
      '/?events=s3:BucketCreated:*&events=s3:BucketRemoved:*&events=s3:ObjectCreated:*',
    );
    await storage.call({ method: 'PUT', path: '/another' });
    await put('/bucket/k');
    await storage.call({ method: 'DELETE', path: '/another' });
    await vi.waitFor(
      () =>
        expect(heard.names()).toEqual([
          's3:BucketCreated:* another/',
          's3:ObjectCreated:Put bucket/k',
          's3:BucketRemoved:* another/',
        ]),
      30_000,
    );
  });

  it('gives signs of life', async () => {
    const heard = await listen('/bucket?events=s3:ObjectCreated:*&ping=1');
    await vi.waitFor(() => expect(heard.raw.length).toBeGreaterThan(2), { timeout: 20_000 });
    expect(new Set(heard.raw)).toEqual(new Set(['{"Records":null}']));
  });

  it('ends with the store, at once', async () => {
    const heard = await listen('/bucket?events=s3:ObjectCreated:*&ping=10');
    const ended = once(heard.answer, 'end');
    const begun = performance.now();
    await storage.restart();
    await ended;
    expect(performance.now() - begun).toBeLessThan(9000);
  });

  it('does not count among the requests under way', async () => {
    await adminCaller(() => storage)('PUT', 'set-config-kv', await seal('api requests_max=1'));
    const heard = await listen('/bucket?events=s3:ObjectCreated:*&ping=10');
    expect((await put('/bucket/k')).status).toBe(200);
    await vi.waitFor(
      () => expect(heard.names()).toEqual(['s3:ObjectCreated:Put bucket/k']),
      30_000,
    );
  });

  it.each([
    ['/bucket?events=s3:Nothing', '400 InvalidArgument'],
    ['/bucket?events=s3:ObjectCreated:*&prefix=a&prefix=b', '400 InvalidArgument'],
    ['/bucket?events=s3:ObjectCreated:*&suffix=..', '400 InvalidArgument'],
    ['/bucket?events=s3:ObjectCreated:*&ping=0', '400 AuthorizationQueryParametersError'],
    ['/bucket?events=s3:ObjectCreated:*&ping=1e9', '400 AuthorizationQueryParametersError'],
    ['/nowhere?events=s3:ObjectCreated:*', '404 NoSuchBucket'],
  ])('is refused: %s', async (path, code) => {
    expect(await refused(path)).toBe(code);
  });

  it('is for those who may', async () => {
    await addPolicy(storage, 'listen', [
      {
        Effect: 'Allow',
        Action: 's3:ListenBucketNotification',
        Resource: 'arn:aws:s3:::bucket',
      },
    ]);
    await addUser(storage, USER, 'listen');
    await storage.call({ method: 'PUT', path: '/another' });
    const heard = await listen('/bucket?events=s3:ObjectCreated:*&ping=10', USER);
    expect(heard.answer.statusCode).toBe(200);
    expect(await refused('/another?events=s3:ObjectCreated:*', USER)).toBe('403 AccessDenied');
    expect(await refused('/?events=s3:ObjectCreated:*', USER)).toBe('403 AccessDenied');
  });
});

describe('listeners', () => {
  const wish = {
    bucket: '',
    events: new Set(['ObjectCreated:Put']),
    matches: () => true,
    ping: 60,
  };

  it('that do not read lose events, and hold none up', async () => {
    const listeners = new Listeners();
    const stream = listeners.open(wish);
    for (let count = 0; count < 5000; count++) {
      listeners.publish(SOME_RECORD);
    }
    expect(stream.readableLength).toBeLessThan(1.1 * 1024 * 1024);
    stream.destroy();
    await once(stream, 'close');
    expect(listeners.any).toBe(false);
  });

  it('are told of nothing after the end, however much they have still to read', async () => {
    const listeners = new Listeners();
    const stream = listeners.open(wish);
    listeners.close();
    listeners.publish(SOME_RECORD);
    expect(await text(stream)).toBe('{"Records":null}\n');
  });

  it('are not more than a number', () => {
    const listeners = new Listeners();
    const streams = Array.from({ length: 256 }, () => listeners.open(wish));
    expect(() => listeners.open(wish)).toThrow(expect.objectContaining({ code: 'SlowDown' }));
    for (const stream of streams) {
      stream.destroy();
    }
    expect(() => listeners.open(wish).destroy()).not.toThrow();
  });
});
