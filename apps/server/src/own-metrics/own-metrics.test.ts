import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from '../testing/test-console.ts';

const TOKEN = 'a-token-for-the-tests';
const PATH = '/api/metrics';

let open: TestConsole;
let guarded: TestConsole;
beforeAll(async () => {
  open = await startTestConsole();
  guarded = await startTestConsole({ target: open.target, metricsToken: TOKEN });
});
afterAll(async () => {
  await guarded.close();
  await open.close();
});

type Headers = Readonly<Record<string, string>>;
type From = { readonly remoteAddress?: string };
const read = ({ app }: TestConsole, headers: Headers = {}, from: From = {}) =>
  app.inject({ url: PATH, headers: { host: 'localhost:9090', ...headers }, ...from });

/** The value of the only line that starts with this. */
function value(text: string, begin: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(begin));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

describe("the console's own metrics", () => {
  it('count requests by their routes, never by names, with their times', async () => {
    const caller = await open.logIn();
    await caller.send({ url: '/api/v1/buckets/secret-bucket-name/objects' });
    const { statusCode, headers, body } = await read(open);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const login = 'method="POST",route="/api/v1/login"';
    expect(
      value(body, `stowage_http_requests_total{${login},status="201"}`) ??
        value(body, `stowage_http_requests_total{${login}`),
    ).toBe(1);
    expect(value(body, `stowage_http_request_duration_seconds_bucket{${login},le="+Inf"}`)).toBe(1);
    expect(value(body, `stowage_http_request_duration_seconds_sum{${login}}`)).toBeGreaterThan(0);
    expect(body).not.toContain('secret-bucket-name');
  });

  it('count sessions, jobs, transfers and streams, and tell of the process', async () => {
    const before = value((await read(open)).body, 'stowage_sessions_open ') ?? Number.NaN;
    await open.logIn();
    const { body } = await read(open);
    expect(value(body, 'stowage_sessions_open ')).toBe(before + 1);
    expect(value(body, 'stowage_jobs{state="running"}')).toBe(0);
    expect(value(body, 'stowage_transfers_running ')).toBe(0);
    expect(value(body, 'stowage_streams_open ')).toBe(0);
    expect(value(body, 'stowage_build_info{version="1.2.3"}')).toBe(1);
    expect(value(body, 'process_resident_memory_bytes ')).toBeGreaterThan(1e6);
  });

  it.each<[string, Headers, From]>([
    ['another machine', {}, { remoteAddress: '192.0.2.7' }],
    [
      'another machine that says it is this one',
      { 'x-forwarded-for': '127.0.0.1' },
      { remoteAddress: '192.0.2.7' },
    ],
    ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, {}],
    ['a proxy that keeps the name alone', { host: 'console.example' }, {}],
    ['a page whose name was made to point here', { host: 'rebound.example.net' }, {}],
  ])('without a token are not told to %s', async (_case, headers, more) => {
    const answer = await read(open, headers, more);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('stowage_');
  });

  it('with a token are told to whoever has it, wherever they are', async () => {
    const from = { remoteAddress: '192.0.2.7' };
    const answer = await read(
      guarded,
      { authorization: `Bearer ${TOKEN}`, host: 'stowage.monitoring.svc' },
      from,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('stowage_build_info');
    expect(answer.body).not.toContain(TOKEN);
  });

  it.each<[string, Headers]>([
    ['none', {}],
    ['another one', { authorization: 'Bearer another-token-of-16' }],
    ['one of another kind', { authorization: `Basic ${TOKEN}` }],
    ['a longer one', { authorization: `Bearer ${TOKEN}x` }],
  ])('with a token are not told for %s, on this machine either', async (_case, headers) => {
    expect((await read(guarded, headers)).statusCode).toBe(403);
  });

  it('leave /metrics to the page of the browser', async () => {
    const page = await open.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    expect(page.headers['content-type']).toContain('text/html');
  });
});
