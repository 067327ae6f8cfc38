import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminCaller, seal, startTestStorage, type TestStorage } from '../testing/test-storage.ts';

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly records: readonly Record<string, unknown>[];
}

/** Receives deliveries; refuses them on request. */
interface Receiver {
  readonly url: string;
  readonly taken: Delivery[];
  status: number;
  requests: number;
  close(): Promise<void>;
}

async function startReceiver(port = 0): Promise<Receiver> {
  const taken: Delivery[] = [];
  const server: Server = createServer(async (message, response) => {
    receiver.requests++;
    const body = await text(message);
    if (receiver.status === 200) {
      const lines = body.trimEnd().split('\n');
      taken.push({ headers: message.headers, records: lines.map((line) => JSON.parse(line)) });
    }
    response.writeHead(receiver.status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/records`,
    ...{ taken, status: 200, requests: 0 },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

let storage: TestStorage;
let receiver: Receiver;
beforeEach(async () => {
  [storage, receiver] = await Promise.all([startTestStorage(), startReceiver()]);
});
afterEach(() => Promise.all([storage.close(), receiver.close()]));

const admin = adminCaller(() => storage);
const set = async (line: string) => {
  expect((await admin('PUT', 'set-config-kv', await seal(line))).status).toBe(200);
};
const setAudit = (more = '', target = 'mine') =>
  set(`audit_webhook:${target} endpoint=${receiver.url} retry_interval=100ms ${more}`);
const records = () => receiver.taken.flatMap((delivery) => delivery.records);
const paths = () => records().map(({ requestPath }) => requestPath);
const hasCome = (path: string) => vi.waitFor(() => expect(paths()).toContain(path), 30_000);

describe('an audit webhook', () => {
  it('is sent a record of each call as MinIO has it, without what is secret', async () => {
    await setAudit('auth_token="Bearer sesame"');
    await storage.call({ method: 'PUT', path: '/bucket' });
    await storage.call({
      ...{ method: 'PUT', path: '/bucket/a%20b.txt?x=1', body: 'four' },
      headers: { 'user-agent': 'tester/1' },
    });
    await hasCome('/bucket/a%20b.txt');
    const record = records().find(({ requestPath }) => requestPath === '/bucket/a%20b.txt');
    expect(record).toMatchObject({
      ...{ version: '1', trigger: 'incoming', deploymentid: expect.stringMatching(/^[\w-]{36}$/) },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      api: {
        ...{ name: 'PutObject', bucket: 'bucket', object: 'a b.txt', status: 'OK' },
        ...{ statusCode: 200, rx: 4, timeToResponseInNS: expect.stringMatching(/^\d+$/) },
      },
      ...{ remotehost: '127.0.0.1', requestID: expect.stringMatching(/^[0-9A-F]{16}$/) },
      ...{ userAgent: 'tester/1', requestQuery: { x: '1' }, accessKey: 'test-root' },
    });
    expect(JSON.stringify(record)).not.toMatch(/Signature=[0-9a-f]/);
    expect(receiver.taken[0]?.headers).toMatchObject({
      ...{ authorization: 'Bearer sesame', 'content-type': 'application/json' },
    });
  });

  it('hears of refusals, of anonymous users and of the objects of one call', async () => {
    await setAudit();
    await storage.call({ method: 'PUT', path: '/bucket' });
    await storage.call({ path: '/bucket/secret', as: 'anonymous' });
    const body = '<Delete><Object><Key>one</Key></Object><Object><Key>two</Key></Object></Delete>';
    await storage.call({
      ...{ method: 'POST', path: '/bucket?delete=', body },
      headers: { 'content-md5': hash('md5', body, 'base64') },
    });
    await storage.call({ path: '/the-end' });
    await hasCome('/the-end');
    const refused = records().find(({ requestPath }) => requestPath === '/bucket/secret');
    expect(refused).toMatchObject({
      ...{ api: { name: 'GetObject', statusCode: 403, object: 'secret' }, accessKey: '' },
    });
    expect(records().find(({ api }) => Object(api).name === 'DeleteObjects')).toMatchObject({
      api: { bucket: 'bucket', objects: [{ objectName: 'one' }, { objectName: 'two' }] },
    });
  });

  it('hears nothing of metrics and health checks, as with MinIO', async () => {
    await setAudit();
    await storage.call({ path: '/minio/v2/metrics/cluster' });
    await storage.call({ path: '/minio/health/live' });
    await storage.call({ path: '/the-end' });
    await hasCome('/the-end');
    expect(paths().filter((path) => `${path}`.startsWith('/minio/'))).toEqual([]);
  });

  it('is sent batches, each record on a line', async () => {
    await setAudit('batch_size=100');
    const calls = Array.from({ length: 150 }, (_, index) =>
      storage.call({ path: `/many-${index}` }),
    );
    await Promise.all(calls);
    await vi.waitFor(
      () => expect(paths().filter((one) => `${one}`.includes('many'))).toHaveLength(150),
      30_000,
    );
    expect(receiver.taken.length).toBeLessThan(100);
    expect(receiver.taken.every((delivery) => delivery.records.length <= 100)).toBe(true);
  });

  it('that was away is sent everything, also after a new start, each in its turn', async () => {
    receiver.status = 503;
    await setAudit();
    for (const path of ['/first', '/second']) {
      await storage.call({ path });
    }
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThan(1), 30_000);
    await storage.restart();
    await storage.call({ path: '/third' });
    receiver.status = 200;
    await hasCome('/third');
    const asked = paths().filter((path) => /first|second|third/.test(`${path}`));
    expect(asked).toEqual(['/first', '/second', '/third']);
  });

  it('may drop what it cannot hold, and says so', async () => {
    receiver.status = 503;
    await setAudit('queue_size=3');
    for (let index = 0; index < 8; index++) {
      await storage.call({ path: `/${index}` });
    }
    expect(storage.messages.join()).toContain('records are dropped');
    receiver.status = 200;
    await vi.waitFor(() => expect(storage.messages.join()).toContain('were dropped while'), 30_000);
    await vi.waitFor(() => expect(records()).toHaveLength(3), 30_000);
  });

  it('is left alone once it is removed, and its records go', async () => {
    receiver.status = 503;
    await setAudit();
    await storage.call({ path: '/never-seen' });
    expect((await admin('DELETE', 'del-config-kv', await seal('audit_webhook:mine'))).status).toBe(
      200,
    );
    await storage.call({ path: '/after' });
    receiver.status = 200;
    await setAudit();
    await storage.call({ path: '/again' });
    await hasCome('/again');
    expect(paths()).not.toContain('/never-seen');
    expect(paths()).not.toContain('/after');
  });

  it('gets what waits at its new address', async () => {
    receiver.status = 503;
    await setAudit();
    await storage.call({ path: '/moved' });
    const other = await startReceiver();
    await set(`audit_webhook:mine endpoint=${other.url}`);
    await storage.call({ path: '/nudge' });
    await vi.waitFor(() => expect(other.taken.length).toBeGreaterThan(0), 30_000);
    const [first] = other.taken.flatMap((delivery) => delivery.records);
    expect(first).toMatchObject({ requestPath: '/moved' });
    await other.close();
  });
});

describe('a logger webhook', () => {
  it('is sent errors, not what is only told', async () => {
    await set(`logger_webhook:mine endpoint=${receiver.url}`);
    // Logged about another webhook that does not answer.
    await set('audit_webhook:away endpoint=http://127.0.0.1:1/x retry_interval=1h');
    await storage.call({ path: '/call' });
    await vi.waitFor(() => expect(receiver.taken.length).toBeGreaterThan(0), 30_000);
    expect(records()[0]).toMatchObject({
      level: 'WARNING',
      error: { message: expect.stringContaining('cannot be sent to a webhook') },
    });
  });
});
