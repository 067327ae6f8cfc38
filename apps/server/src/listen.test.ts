import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, request, type Server } from 'node:http';
import { get as getTls, request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import fastify, { type FastifyHttpOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';
import { errorHandling } from './plugins/errors.ts';
import { tlsRedirect } from './plugins/tls-redirect.ts';

const CERTS = fileURLToPath(new URL('./testing/certs', import.meta.url));
const UNKNOWN_ISSUER = { rejectUnauthorized: false };

async function copyOfCerts(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-certs-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await cp(CERTS, directory, { recursive: true });
  return directory;
}

/** A small app behind both listeners. */
async function start(
  options: FastifyHttpOptions<Server> = {},
  certsDir = CERTS,
  reloadEvery?: number,
) {
  const log: string[] = [];
  const logger = { level: 'error', stream: { write: (line: string) => void log.push(line) } };
  const app = fastify({ logger, ...options });
  errorHandling(app, []);
  tlsRedirect(app);
  app.get('/hello', async ({ protocol }) => ({ protocol }));
  app.get('/healthz', async () => 'well');
  app.post('/form', async () => 'taken');
  const web = { host: '127.0.0.1', port: 0, subpath: '/', trustedProxies: [], allowedHosts: [] };
  const listeners = await listen(app, { ...web, tls: { port: 0, certsDir } }, reloadEvery);
  onTestFinished(() => listeners.close());
  const [secure = '', plain = ''] = listeners.addresses.map((url) => url.slice(0, -1));
  return { app, log, secure, plain };
}

async function answer(sent: ReturnType<typeof get>) {
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode, headers } = response;
  return { statusCode, headers, text: Buffer.concat(chunks).toString() };
}

async function certificateOf(secure: string): Promise<string> {
  const socket = connect({ port: Number(new URL(secure).port), ...UNKNOWN_ISSUER });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describe('the listener with TLS', () => {
  it('serves what the other one serves, and knows that it is secure', async () => {
    const { secure } = await start();
    expect(await answer(getTls(`${secure}/hello`, UNKNOWN_ISSUER))).toMatchObject({
      statusCode: 200,
      text: '{"protocol":"https"}',
    });
  });

  it('has the limits of the app and no others', async () => {
    // By default Node aborts a request that is still being sent after five minutes.
    const { secure } = await start({
      requestTimeout: 100,
      http: { connectionsCheckingInterval: 20, headersTimeout: 50 },
    });
    const slow = requestTls(`${secure}/form`, { method: 'POST', ...UNKNOWN_ISSUER });
    slow.setHeader('content-type', 'application/json').setHeader('content-length', '9').write('{');
    expect((await answer(slow)).statusCode).toBe(408);
  });

  it('opens sockets', async () => {
    const { app, secure } = await start();
    app.server.on('upgrade', (_request, socket) => {
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n',
      );
    });
    const headers = { connection: 'upgrade', upgrade: 'echo' };
    const sent = requestTls(`${secure}/socket`, { headers, ...UNKNOWN_ISSUER });
    sent.end();
    const [response] = await once(sent, 'upgrade');
    expect(response.statusCode).toBe(101);
  });

  it('uses a new certificate without a start', async () => {
    const certs = await copyOfCerts();
    const { secure } = await start({}, certs, 20);
    const before = await certificateOf(secure);
    await cp(join(certs, 'renewed'), certs, { recursive: true });
    await expect.poll(() => certificateOf(secure)).not.toBe(before);
  });

  it('keeps the old certificate when the new one is broken, and says so once', async () => {
    const certs = await copyOfCerts();
    const { secure, log } = await start({}, certs, 20);
    const before = await certificateOf(secure);
    await writeFile(join(certs, 'public.crt'), 'not a certificate');
    await expect.poll(() => log.length).toBe(1);
    expect(log[0]).toContain('the new certificate is not used');
    expect(await certificateOf(secure)).toBe(before);
    await cp(join(certs, 'renewed', 'public.crt'), join(certs, 'public.crt'));
    // A key that belongs to another certificate is a different problem.
    await expect.poll(() => log.length).toBe(2);
    expect(await certificateOf(secure)).toBe(before);
    await cp(join(certs, 'renewed', 'private.key'), join(certs, 'private.key'));
    await expect.poll(() => certificateOf(secure)).not.toBe(before);
  });

  it('does not start with a certificate and a key that are no pair', async () => {
    const certs = await copyOfCerts();
    await cp(join(certs, 'renewed', 'private.key'), join(certs, 'private.key'));
    await expect(start({}, certs)).rejects.toMatchObject({ name: 'ConfigError' });
  });
});

describe('the listener without TLS, beside one with', () => {
  it.each([
    ['localhost', 'localhost'],
    ['console.example.net:9090', 'console.example.net'],
    ['[::1]:9090', '[::1]'],
  ])('sends %s to TLS, with path and query', async (host, expected) => {
    const { plain, secure } = await start();
    const { port } = new URL(secure);
    const { statusCode, headers } = await answer(get(`${plain}/hello?a=b`, { headers: { host } }));
    expect(statusCode).toBe(308);
    expect(headers.location).toBe(`https://${expected}:${port}/hello?a=b`);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('sends what is posted there too, and nothing anywhere else', async () => {
    const { plain, secure } = await start();
    const sent = request(`${plain}/form`, { method: 'POST' });
    sent.end();
    expect((await answer(sent)).statusCode).toBe(308);
    const absolute = request(plain, { path: 'http://evil.example/x', headers: { host: 'here' } });
    absolute.end();
    expect((await answer(absolute)).headers.location).toMatch(/^https:\/\/here:\d+\//);
    for (const host of ['user@evil.example', 'evil.example/path', 'a b', 'evil.example?']) {
      const { statusCode, headers } = await answer(get(`${plain}/hello`, { headers: { host } }));
      expect({ host, statusCode, location: headers.location }).toEqual({
        host,
        statusCode: 400,
        location: undefined,
      });
    }
    expect(secure).not.toBe(plain);
  });

  it('answers probes, and proxies that speak TLS to the browser', async () => {
    const { plain } = await start({ trustProxy: ['loopback'] });
    expect((await answer(get(`${plain}/healthz`))).text).toBe('well');
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await answer(get(`${plain}/hello`, { headers }))).statusCode).toBe(200);
  });
});
