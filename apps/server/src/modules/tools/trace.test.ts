import { createS3Client } from '@stowage/storage-client/s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../../../../../tests/targets/target.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, originOf, type TestSocket } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
const open: TestSocket[] = [];

beforeAll(async () => {
  console = await startTestConsole();
  await originOf(console);
  root = await console.logIn();
  await console.s3.makeBucket({ bucket: 'traced' });
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});
afterAll(() => console.close());

async function trace(query = '', caller = root) {
  const socket = await openSocket(console, caller, `/ws/trace?${query}`);
  open.push(socket);
  return socket;
}

const put = (key: string) =>
  console.s3.putObject({ bucket: 'traced', key, body: Buffer.from('hello'), size: 5 });

/** Calls made before tracing starts are not reported: repeats them until one is. */
async function firstOf(socket: TestSocket, call: () => Promise<unknown>) {
  let over = false;
  const heard = socket.next().finally(() => {
    over = true;
  });
  while (!over) await call().catch(() => undefined);
  return heard;
}

describe('tracing calls', () => {
  it('tells of a call: what, where, how it ended, how long it took, bytes [TRACE-17] [WS-07]', async () => {
    const socket = await trace('calls=s3&funcname=PUTobject&path=TRACED/a');
    expect(await firstOf(socket, () => put('a b.txt'))).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      api: 's3.PutObject',
      kind: 's3',
      statusCode: 200,
      statusMsg: 'OK',
      failed: false,
      host: expect.stringMatching(/:\d+$/),
      client: '127.0.0.1',
      configuration_id: expect.any(String),
      callStats: {
        duration: expect.any(Number),
        timeToFirstByte: expect.any(Number),
        rx: expect.any(Number),
        tx: expect.any(Number),
      },
      method: 'PUT',
      // MinIO reports some paths decoded.
      path: expect.stringMatching(/^\/traced\/a(%20| )b\.txt$/),
      query: expect.any(String),
      accessKey: console.target.accessKey,
      note: '',
      requestHeaders: expect.objectContaining({ 'X-Amz-Date': expect.any(String) }),
      responseHeaders: expect.objectContaining({ 'X-Amz-Request-Id': expect.any(String) }),
    });
  });

  it('takes out what proves who called: signatures, tokens, keys of customers', async () => {
    const { endpoint, region, accessKey, secretKey } = console.target;
    const socket = await trace('calls=s3&path=/traced/');
    const token = 'c2VjcmV0LXRva2VuLW9mLWEtc2Vzc2lvbg';
    const customerKey = Buffer.alloc(32, 9).toString('base64');
    const signature = '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7';
    const query = `X-Amz-Credential=${accessKey}%2F20261122%2F${region}%2Fs3%2Faws4_request&X-Amz-Signature=${signature}&X-Amz-Security-Token=${token}`;
    const headers = {
      'x-amz-security-token': token,
      // MinIO rejects it without TLS, before tracing it.
      ...(targetKind() === 'embedded' && {
        'x-amz-server-side-encryption-customer-key': customerKey,
      }),
      cookie: `session=${token}`,
    };
    const message = await firstOf(socket, () =>
      fetch(`${endpoint}/traced/a?${query}`, { headers }),
    );
    const text = JSON.stringify(message);
    for (const secret of [token, customerKey, signature]) expect(text).not.toContain(secret);
    expect(message).toMatchObject({ accessKey, failed: true, path: '/traced/a' });

    const s3 = createS3Client({ endpoint, region, credentials: { accessKey, secretKey } });
    const other = await trace('calls=s3&funcname=ListObjects');
    const signed = await firstOf(other, () => s3.listObjects({ bucket: 'traced', prefix: '' }));
    expect(JSON.stringify(signed)).not.toMatch(/authorization|signature=[0-9a-f]/i);
  });

  it('tells what was answered to a call that was refused, and of these alone where only errors are asked for', async () => {
    const socket = await trace('calls=s3&onlyErrors=yes&method=get');
    const message = await firstOf(socket, async () => {
      await put('there');
      await console.s3.getObject({ bucket: 'traced', key: 'not there' });
    });
    expect(message).toMatchObject({
      statusCode: 404,
      statusMsg: 'Not Found',
      failed: true,
      refusal: { code: 'NoSuchKey' },
    });
  });

  it.each([
    ['calls=s3', 's3'],
    ['calls=s3,&threshold=0&onlyErrors=no&statusCode=&method=&funcname=&path=', 's3'],
    ['', 's3'],
    ['calls=s3&statusCode=200&method=PUT', 's3'],
    ['calls=internal&funcname=ServerInfo', 'internal'],
  ])('traces by %s what is %s [WS-08]', async (query, kind) => {
    const socket = await trace(query);
    const message = await firstOf(socket, async () => {
      await put('b');
      await console.admin.serverInfo();
    });
    expect(message).toMatchObject({ kind });
  });

  it('traces all kinds at once [WS-08]', async () => {
    const socket = await trace('calls=all');
    const kinds = new Set<string>();
    while (kinds.size < 2) {
      const message = await firstOf(socket, async () => {
        await put('c');
        await console.admin.serverInfo();
      });
      kinds.add((message as { kind: string }).kind);
    }
  });

  it.each([['calls=s3,fly'], ['calls=']])('closes for the kinds %s', async (query) => {
    const { closed } = await trace(query);
    expect(await closed).toEqual({ code: 1008, reason: 'InvalidInput' });
  });

  it.each([
    ['threshold=-1'],
    ['threshold=5ms'],
    ['statusCode=999'],
    ['onlyErrors=maybe'],
    [`path=${'x'.repeat(1025)}`],
  ])('refuses the handshake of ?%s', async (query) => {
    await expect(openSocket(console, root, `/ws/trace?${query}`)).rejects.toThrow('400');
  });

  it('closes when the storage server refuses', async () => {
    const keys = await console.addUser('tracer', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
    });
    const caller = await console.logIn(keys);
    for (const path of ['/ws/trace', '/ws/console']) {
      const socket = await openSocket(console, caller, path);
      expect(await socket.closed).toEqual({ code: 1008, reason: 'AccessDenied' });
    }
  });

  it('closes when the storage server goes away', async () => {
    const socket = await trace('calls=s3');
    await firstOf(socket, () => put('d'));
    console.gate.hangUp();
    expect(await socket.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' });
  });

  it('leaves no call to the storage server behind after 1,000 streams', async () => {
    for (let wave = 0; wave < 67; wave++) {
      const sockets = await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          openSocket(console, root, index % 2 === 0 ? '/ws/trace?calls=all' : '/ws/console'),
        ),
      );
      for (const [index, { socket }] of sockets.entries()) {
        if (index % 3 === 0) socket.terminate();
        else socket.close(1000);
      }
      await Promise.all(sockets.map(({ closed }) => closed));
    }
    await expect.poll(() => console.app.websocketServer.clients.size).toBe(0);
    await expect.poll(() => console.gate.running()).toBe(0);
  });
});
