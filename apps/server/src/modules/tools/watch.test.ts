import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_MS } from '../../plugins/stream-socket.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, originOf, type TestSocket } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
const open: TestSocket[] = [];

beforeAll(async () => {
  console = await startTestConsole();
  await originOf(console);
  root = await console.logIn();
  await console.s3.makeBucket({ bucket: 'watched' });
  await console.s3.makeBucket({ bucket: 'other' });
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});
afterAll(() => console.close());

async function watch(path: string, caller = root) {
  const socket = await openSocket(console, caller, path);
  open.push(socket);
  return socket;
}

const put = (bucket: string, key: string) =>
  console.s3.putObject({ bucket, key, body: Buffer.from('hello'), size: 5 });

function connectionsOf({ app }: TestConsole): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  return promise;
}

/** Events before the storage server listens are not reported: repeats writes until one is. */
async function firstEvent(socket: TestSocket, bucket: string, key: string) {
  const heard = socket.next();
  let over = false;
  heard.finally(() => {
    over = true;
  });
  while (!over) await put(bucket, key);
  return heard;
}

describe('watching a bucket', () => {
  it('tells of what happens in it [WS-10]', async () => {
    const socket = await watch('/ws/watch/watched?prefix=photos/&suffix=.jpg');
    await put('watched', 'photos/a.txt');
    expect(await firstEvent(socket, 'watched', 'photos/ä b+c.jpg')).toEqual({
      Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      Size: 5,
      Path: 'watched/photos/ä b+c.jpg',
      Type: 's3:ObjectCreated:Put',
      Host: expect.any(String),
      Port: expect.any(String),
      UserAgent: expect.any(String),
    });
  });

  it('tells of reads or deletions alone where they are asked for', async () => {
    await put('watched', 'gone.txt');
    const socket = await watch('/ws/watch/watched?events=delete');
    const heard = socket.next();
    let over = false;
    heard.finally(() => {
      over = true;
    });
    while (!over) {
      await put('watched', 'gone.txt');
      await console.s3.deleteObject({ bucket: 'watched', key: 'gone.txt' });
    }
    expect(await heard).toMatchObject({
      Path: 'watched/gone.txt',
      Type: 's3:ObjectRemoved:Delete',
    });
  });

  it.each([
    ['/ws/watch/watched', {}, 403],
    ['/ws/watch/nothing/here', { 'sec-fetch-site': 'same-origin' }, 404],
    [`/ws/watch/watched?prefix=${'x'.repeat(1025)}`, { 'sec-fetch-site': 'same-origin' }, 400],
  ])('refuses the handshake of %s with headers %j by status %i', async (path, headers, status) => {
    const origin = { origin: 'https://elsewhere.example', ...headers };
    await expect(openSocket(console, root, path, origin)).rejects.toThrow(String(status));
  });

  it('wants a session', async () => {
    await expect(openSocket(console, console.anonymous, '/ws/watch/watched')).rejects.toThrow(
      '401',
    );
    const { cookie = '' } = root.session;
    for (const session of [{ cookie }, { cookie, 'x-stowage-token': 'of-somebody-else' }]) {
      const opened = openSocket(console, { session }, '/ws/watch/watched');
      await expect(opened).rejects.toThrow('401');
    }
  });

  it('is no page', async () => {
    const { statusCode } = await root.send({ url: '/ws/watch/watched' });
    expect(statusCode).toBe(404);
  });

  it.each([
    ['a bucket that is not there', '/ws/watch/no-such-bucket', 'BucketNotFound'],
    ['a name that no bucket has', '/ws/watch/..%2Fother', 'InvalidBucketName'],
    ['an unknown kind of event', '/ws/watch/watched?events=put,fly', 'InvalidInput'],
  ])('closes with the reason for %s', async (_what, path, reason) => {
    const { closed } = await watch(path);
    expect(await closed).toEqual({ code: 1008, reason });
  });

  it('closes when the storage server refuses', async () => {
    const keys = await console.addUser('reader', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::*' }],
    });
    const { closed } = await watch('/ws/watch/watched', await console.logIn(keys));
    expect(await closed).toEqual({ code: 1008, reason: 'AccessDenied' });
  });

  it('closes when the user loses the right while the stream is open', async () => {
    const policy = (Action: string) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: 'arn:aws:s3:::*' }],
    });
    const keys = await console.addUser('watcher', policy('s3:ListenBucketNotification'));
    const caller = await console.logIn(keys);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { closed } = await watch('/ws/watch/watched', caller);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    const document = JSON.stringify(policy('s3:GetObject'));
    await console.admin.addCannedPolicy({ name: 'watcher-policy', policy: document });
    vi.advanceTimersByTime(HEARTBEAT_MS);
    vi.useRealTimers();
    expect(await closed).toEqual({ code: 1008, reason: 'AccessDenied' });
  });

  it('closes when the storage server goes away', async () => {
    const socket = await watch('/ws/watch/watched');
    await firstEvent(socket, 'watched', 'a');
    console.gate.hangUp();
    expect(await socket.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' });
  });

  it('bounds how many a session may have open', async () => {
    const sockets: TestSocket[] = [];
    for (let i = 0; i < 16; i++) sockets.push(await watch('/ws/watch/watched'));
    const { closed } = await watch('/ws/watch/watched');
    expect(await closed).toEqual({ code: 1008, reason: 'TooManyStreams' });

    sockets[0]?.socket.close();
    await sockets[0]?.closed;
    await firstEvent(await watch('/ws/watch/watched'), 'watched', 'a');
  });

  it('leaves nothing behind, neither here nor at the storage server', async () => {
    for (let wave = 0; wave < 20; wave++) {
      const sockets = await Promise.all(
        Array.from({ length: 15 }, () => openSocket(console, root, '/ws/watch/watched')),
      );
      // Some close during set-up, some by dropping the connection, some properly.
      for (const [index, { socket }] of sockets.entries()) {
        if (index % 2 === 0) socket.terminate();
        else socket.close(1000);
      }
      await Promise.all(sockets.map(({ closed }) => closed));
    }
    await expect.poll(() => console.app.websocketServer.clients.size).toBe(0);
    await expect.poll(() => console.gate.running()).toBe(0);
    await expect.poll(() => connectionsOf(console)).toBe(0);
  });
});

it('ends with the console', async () => {
  const own = await startTestConsole();
  await own.s3.makeBucket({ bucket: 'watched' });
  const { closed, socket } = await openSocket(own, await own.logIn(), '/ws/watch/watched');
  expect(socket.readyState).toBe(socket.OPEN);
  await own.close();
  expect((await closed).code).toBe(1001);
});

it('works below a path of its own', async () => {
  const own = await startTestConsole({ subpath: '/console/' });
  await own.s3.makeBucket({ bucket: 'watched' });
  const { closed, socket } = await openSocket(own, await own.logIn(), '/console/ws/watch/watched');
  expect(socket.readyState).toBe(socket.OPEN);
  socket.close(1000);
  expect((await closed).code).toBe(1000);
  await own.close();
});
