import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const HOUR = 3_600_000;
const ADDRESS = 'http://console.example:9090';

function entry(index: number, more: object = {}): string {
  return JSON.stringify({
    ...{
      version: '1',
      time: new Date(Date.now() - index * 1000).toISOString(),
      trigger: 'incoming',
    },
    api: {
      ...{ name: 'GetObject', bucket: 'photos', object: `${index}.jpg`, status: 'OK' },
      ...{ statusCode: 200, rx: 1, tx: 2, timeToResponseInNS: '3' },
    },
    ...{ remotehost: '10.0.0.1', requestID: `R${index}`, userAgent: 'mc', accessKey: 'anna' },
    ...more,
  });
}

/** Sets up the webhook and returns the token that the storage server has. */
async function setUp(): Promise<string> {
  const answer = await root.send({
    method: 'POST',
    url: '/api/v1/audit/receiver',
    payload: { address: ADDRESS },
  });
  expect(answer.statusCode).toBe(200);
  // Individual settings are shown without secrets.
  const text = await test.admin.exportConfig();
  return /^audit_webhook:stowage .*auth_token="?([\w-]+)/m.exec(text)?.[1] ?? '';
}

function deliver(token: string, payload: string, headers: Readonly<Record<string, string>> = {}) {
  return test.anonymous.send({
    ...{ method: 'POST', url: '/api/v1/audit/records', payload: Buffer.from(payload) },
    headers: { authorization: token, ...headers },
  });
}

async function search(query: string, caller = root) {
  const answer = await caller.send({ url: `/api/v1/logs/search?q=reqinfo&${query}` });
  return answer.json();
}

describe('the audit webhook', () => {
  it('is set up with a token of its own, shown as on, and removed', async () => {
    const state = async () => (await root.send({ url: '/api/v1/audit/receiver' })).json();
    expect(await state()).toMatchObject({ state: 'off', retention: { days: 30 } });
    const token = await setUp();
    expect(token).toHaveLength(43);
    expect(await state()).toMatchObject({
      state: 'on',
      address: `${ADDRESS}/api/v1/audit/records`,
    });
    expect((await deliver(token, entry(0))).statusCode).toBe(204);
    expect((await deliver(await setUp(), entry(1))).statusCode).toBe(204);
    expect((await deliver(token, entry(2))).statusCode).toBe(403);
    const removed = await root.send({ method: 'DELETE', url: '/api/v1/audit/receiver' });
    expect(removed.statusCode).toBe(200);
    expect(await state()).toMatchObject({ state: 'off', records: 2 });
    expect((await deliver(token, entry(3))).statusCode).toBe(403);
    const again = await root.send({ method: 'DELETE', url: '/api/v1/audit/receiver' });
    expect(again.json()).toEqual({ restart: false });
    expect(test.log.join()).not.toContain(token);
  });

  it('is said to bring nothing once calls went unrecorded for minutes, until it is set anew', async () => {
    const state = async () => (await root.send({ url: '/api/v1/audit/receiver' })).json();
    // Its records go to an address where nothing receives them.
    await setUp();
    const before = await state();
    expect(before).toMatchObject({ state: 'on', path: '/api/v1/audit/records' });
    expect(before).not.toHaveProperty('silentSince');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR / 20 });
    try {
      expect(await state()).toHaveProperty('silentSince', expect.stringMatching(/^\d{4}-.*Z$/));
      await setUp();
      expect(await state()).not.toHaveProperty('silentSince');
    } finally {
      vi.useRealTimers();
    }
  });

  it('needs the right to change the configuration, and keeps its token where it is refused', async () => {
    const token = await setUp();
    const reader = await test.logIn(
      await test.addUser('audit-reader', {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['admin:ConsoleLog'] }],
      }),
    );
    const url = '/api/v1/audit/receiver';
    // Of several concurrent calls, one could take another's token for the previous one.
    const refused = await Promise.all(
      Array.from({ length: 8 }, () =>
        reader.send({ method: 'POST', url, payload: { address: ADDRESS } }),
      ),
    );
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
    expect((await reader.send({ method: 'DELETE', url })).statusCode).toBe(403);
    expect((await reader.send({ url })).json()).toMatchObject({ state: 'unknown' });
    expect((await deliver(token, entry(4))).statusCode).toBe(204);
  });

  it.each(['ftp://x', 'http://user@host', 'http://host/path', 'host:9090', ''])(
    'refuses %j as its address',
    async (address) => {
      const answer = await root.send({
        ...{ method: 'POST', url: '/api/v1/audit/receiver', payload: { address } },
      });
      expect(answer.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'address' });
    },
  );
});

describe('a delivery', () => {
  it('is taken as MinIO sends it: one record as JSON, or a batch without a type', async () => {
    const token = await setUp();
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const send = (body: string, headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/api/v1/audit/records`, {
        ...{ method: 'POST', body: Buffer.from(body) },
        headers: { authorization: token, ...headers },
      });
    const batch = `${entry(10)}\n${entry(11)}\n`;
    expect((await send(entry(12), { 'content-type': 'application/json' })).status).toBe(204);
    expect((await send(batch, {})).status).toBe(204);
    const { results } = await search('fp=request_id:R1.');
    expect(results.map(({ request_id }: { request_id: string }) => request_id)).toEqual([
      ...['R10', 'R11', 'R12'],
    ]);
  });

  it('is refused without the token, before its body is read', async () => {
    const port = (test.app.server.address() as AddressInfo).port;
    const { request } = await import('node:http');
    const sending = request({
      ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/audit/records' },
      headers: { authorization: 'no', 'content-length': '1000000' },
    });
    sending.on('error', () => undefined);
    sending.flushHeaders();
    const [answer] = await once(sending, 'response');
    expect(answer.statusCode).toBe(403);
    sending.destroy();
  });

  it('that is too large is refused', async () => {
    const answer = await deliver(await setUp(), 'x'.repeat(16 * 1024 * 1024 + 1));
    expect(answer.json()).toMatchObject({ errorCode: 'PayloadTooLarge' });
  });

  it('that is compressed is refused, however much it would grow to', async () => {
    const token = await setUp();
    const headers = { authorization: token, 'content-encoding': 'gzip' };
    const payload = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = '/api/v1/audit/records';
    const answer = await test.anonymous.send({ method: 'POST', url, payload, headers });
    expect(answer.json()).toMatchObject({ code: 415, errorCode: 'UnsupportedMediaType' });
  });

  it('says what it could not keep', async () => {
    const before = (await root.send({ url: '/api/v1/audit/receiver' })).json().turnedAway.refused;
    expect((await deliver(await setUp(), 'nonsense\n{}\n')).statusCode).toBe(204);
    const after = (await root.send({ url: '/api/v1/audit/receiver' })).json().turnedAway.refused;
    expect(after - before).toBe(2);
  });
});

describe('the search', () => {
  beforeAll(async () => {
    const token = await setUp();
    const lines = Array.from({ length: 250 }, (_, index) =>
      entry(index, { requestID: `S${index}` }),
    );
    await deliver(token, lines.join('\n'));
    await deliver(
      token,
      entry(9, {
        requestID: 'MANY',
        api: {
          ...{
            name: 'DeleteMultipleObjects',
            bucket: 'films',
            statusCode: 403,
            status: 'Forbidden',
          },
          objects: [{ objectName: 'a b' }, { objectName: 'ä/c' }],
        },
      }),
    );
  });

  it('leaves out the calls of the console where it is asked to', async () => {
    const token = await setUp();
    const own = { requestID: 'OWN', userAgent: 'Stowage', api: { name: 'ServerInfo' } };
    const other = { requestID: 'OTHER', userAgent: 'mc/1', api: { name: 'ServerInfo' } };
    await deliver(token, [entry(1, own), entry(2, other)].join('\n'));
    const found = async (query: string) => {
      const { results } = await search(`fp=api_name:ServerInfo${query}`);
      return results.map(({ request_id }: { request_id: string }) => request_id).sort();
    };
    expect(await found('')).toEqual(['OTHER', 'OWN']);
    expect(await found('&withoutConsole=true')).toEqual(['OTHER']);
  });

  it('answers records under the names of the API description [APIB-30]', async () => {
    const { results, next } = await search('fp=request_id:MANY&fp=response_status:Forbidden');
    expect(results).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        ...{ api_name: 'DeleteMultipleObjects', bucket: 'films', object: 'a b' },
        ...{ objects: ['a b', 'ä/c'], remote_host: '10.0.0.1', request_id: 'MANY' },
        ...{ user_agent: 'mc', response_status: 'Forbidden', response_status_code: 403 },
        ...{ request_content_length: 0, response_content_length: 0, time_to_response_ns: 0 },
        ...{ access_key: 'anna', parent_user: '', error: '' },
      },
    ]);
    expect(next).toBeUndefined();
  });

  it('pages by number and by where a page ended, in both orders [APIB-30] [AUDITLOG-17] [AUDITLOG-23]', async () => {
    const names = (page: { results: { request_id: string }[] }) =>
      page.results.map(({ request_id }) => request_id);
    const all = Array.from({ length: 250 }, (_, index) => `S${index}`);
    const first = await search('fp=request_id:S*');
    expect(names(first)).toEqual(all.slice(0, 100));
    expect(names(await search('fp=request_id:S*&pageNo=2&pageSize=100'))).toEqual(all.slice(200));
    expect(names(await search(`fp=request_id:S*&after=${first.next}`))).toEqual(
      all.slice(100, 200),
    );
    const oldest = await search('fp=request_id:S*&order=timeAsc&pageSize=2');
    expect(names(oldest)).toEqual(['S249', 'S248']);
  });

  it('looks at a range of time', async () => {
    const at = (ago: number) => new Date(Date.now() - ago).toISOString();
    expect((await search(`timeEnd=${at(HOUR)}`)).results).toEqual([]);
    expect((await search(`timeStart=${at(20_000)}&fp=request_id:S*`)).results.length).toBeLessThan(
      25,
    );
    const wrong = await search(`timeStart=${at(0)}&timeEnd=${at(HOUR)}`);
    expect(wrong).toMatchObject({ errorCode: 'InvalidInput', field: 'timeStart' });
    expect(await search('timeStart=yesterday')).toMatchObject({ field: 'timeStart' });
    expect(await search('fp=password:x')).toMatchObject({ field: 'fp' });
  });

  it('and the summary are for those who may read the log', async () => {
    const keys = await test.addUser('no-auditor', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const caller = await test.logIn(keys);
    for (const url of ['/api/v1/logs/search', '/api/v1/audit/summary', '/api/v1/audit/receiver']) {
      expect((await caller.send({ url })).statusCode).toBe(403);
    }
  });

  it('is summed up over time, of all years too', async () => {
    const years = 'timeStart=0001-01-01T00:00:00Z&timeEnd=9999-12-31T00:00:00Z';
    const all = (await root.send({ url: `/api/v1/audit/summary?${years}` })).json();
    expect(all.slots.length).toBeLessThanOrEqual(122);
    expect(all.apis.length).toBeGreaterThan(0);

    const summary = (await root.send({ url: '/api/v1/audit/summary?fp=bucket:films' })).json();
    expect(summary).toMatchObject({
      apis: [{ name: 'DeleteMultipleObjects', calls: 1, errors: 1 }],
      statuses: [{ name: '403 Forbidden', calls: 1, errors: 1 }],
    });
    const { slots } = summary;
    expect(slots.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(1);
  });
});
