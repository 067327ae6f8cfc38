import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrometheus } from './prometheus.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const SIGNAL = new AbortController().signal;
const RANGE = { start: 1000, end: 1060, step: 60 };
const ask = (auth?: { token: string } | { username: string; password: string }, at = url) =>
  createPrometheus({ url: at, job: 'j', ...(auth && { auth }) }).run(
    { metric: 'm' },
    RANGE,
    SIGNAL,
  );
const replyWith = (status: number, body: string, headers = {}) => {
  answer = (_request, response) => response.writeHead(status, headers).end(body);
};
const matrix = (result: unknown) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });

describe('a Prometheus', () => {
  it('is asked by a form and answers with series', async () => {
    let seen: IncomingMessage | undefined;
    let form = '';
    answer = (request, response) => {
      seen = request;
      request.on('data', (piece) => {
        form += piece;
      });
      request.on('end', () =>
        response.end(
          matrix([
            {
              metric: { __name__: 'm', drive: '/d' },
              values: [
                [1000, '1.5'],
                [1060, 'NaN'],
              ],
            },
          ]),
        ),
      );
    };
    expect(await ask({ token: 'secret' }, `${url}/prefix/`)).toEqual([
      { labels: { drive: '/d' }, times: [1000], values: [1.5] },
    ]);
    expect(seen?.url).toBe('/prefix/api/v1/query_range');
    expect(seen?.headers.authorization).toBe('Bearer secret');
    expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({
      start: '1000',
      step: '60',
    });
  });

  it('is asked for the end of a range too, and its numbers that are none are gaps', async () => {
    answer = (request, response) => {
      let form = '';
      request.on('data', (piece) => {
        form += piece;
      });
      request.on('end', () => {
        const start = Number(new URLSearchParams(form).get('start'));
        const values =
          start === 1000
            ? [
                [1000, '1'],
                [1060, '+Inf'],
              ]
            : [[start, '3']];
        const late = start === 1000 ? [] : [{ metric: { drive: '/new' }, values: [[start, '9']] }];
        response.end(matrix([{ metric: { drive: '/d' }, values }, ...late]));
      });
    };
    const engine = createPrometheus({ url, job: 'j' });
    const range = { start: 1000, end: 1075, step: 60, withEnd: true };
    expect(await engine.run({ metric: 'm' }, range, SIGNAL)).toEqual([
      { labels: { drive: '/d' }, times: [1000, 1075], values: [1, 3] },
      { labels: { drive: '/new' }, times: [1075], values: [9] },
    ]);
  });

  it('gets name and password', async () => {
    let header: string | undefined;
    answer = (request, response) => {
      header = request.headers.authorization;
      response.end(matrix([]));
    };
    await ask({ username: 'me', password: 'pa:ss' });
    expect(header).toBe(`Basic ${Buffer.from('me:pa:ss').toString('base64')}`);
  });

  it.each([
    [401, '', 'denied'],
    [403, '', 'denied'],
    [503, '', 'unreachable'],
    [400, '{"status":"error"}', 'invalid'],
    [200, '<html>', 'invalid'],
    [200, '{"status":"success","data":{"resultType":"vector","result":[]}}', 'invalid'],
    [200, matrix([{ metric: {} }]), 'invalid'],
    [302, '', 'invalid'],
  ])('that answers %i %s is %3$s', async (status, body, problem) => {
    replyWith(status, body, { location: 'http://elsewhere.invalid/' });
    await expect(ask()).rejects.toMatchObject({ name: 'MetricSourceError', problem });
  });

  it('that is away is unreachable, and its address is in no message', async () => {
    const away = ask({ token: 'secret' }, 'http://127.0.0.1:1');
    await expect(away).rejects.toMatchObject({ problem: 'unreachable' });
    await expect(away).rejects.toThrow('Prometheus does not answer.');
  });
});
