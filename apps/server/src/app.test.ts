import { rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ENDPOINTS } from '@stowage/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from './testing/test-console.ts';

let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** The raw response to a GET of exactly this path. */
async function sendRaw(path: string): Promise<string> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const get = (url: string, headers: Record<string, string> = {}) =>
  test.anonymous.send({ url, headers });

describe('the API', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    'serves %s',
    (_id, { method, path }) => {
      const url = `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
      expect(test.app.hasRoute({ method, url })).toBe(true);
    },
  );

  it.each(
    ENDPOINTS.filter(({ permission }) => permission.by !== 'anyone').map(
      (endpoint) => [endpoint.id, endpoint] as const,
    ),
  )('asks for a session before %s', async (_id, { method, path }) => {
    const url = `/api/v1${path.replace(/\{\w+\}/g, 'some-bucket')}`;
    const response = await test.anonymous.send({ method, url });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 401, errorCode: 'SessionRequired' });
  });

  it.each(['/api/v1/nothing', '/api/nothing', '/api', '/api/v2/login'])(
    'answers %s with NotFound in JSON',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({
        code: 404,
        message: 'Not found.',
        detailedMessage: '',
        errorCode: 'NotFound',
      });
    },
  );

  it('names the field that is not valid', async () => {
    const response = await test.anonymous.send({
      method: 'POST',
      url: '/api/v1/login',
      payload: { accessKey: 'somebody' },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'secretKey' });
  });

  it.each([
    ['broken JSON', '{"accessKey":', 'application/json', 400, 'InvalidInput'],
    ['a form', 'accessKey=a', 'application/x-www-form-urlencoded', 415, 'UnsupportedMediaType'],
    ['plain text', '{}', 'text/plain', 415, 'UnsupportedMediaType'],
    ['a body without limit', 'x'.repeat(65_537), 'application/json', 413, 'PayloadTooLarge'],
    ['a prototype', '{"__proto__":{"x":1}}', 'application/json', 400, 'InvalidInput'],
    ['nothing', '', 'application/json', 400, 'InvalidInput'],
  ])('refuses %s', async (_case, payload, type, status, errorCode) => {
    const response = await test.anonymous.send({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ errorCode });
  });

  it('refuses an address that cannot be decoded', async () => {
    const response = await get('/api/v1/buckets/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      errorCode: 'InvalidInput',
      detailedMessage: 'The address is not encoded as it should be.',
    });
  });

  it.each(['{"accessKey":', '{"__proto__":{"accessKey":"a"}}'])(
    'says of a body like %s that it is the body that is wrong',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      const call = { method: 'POST', url: '/api/v1/login', headers, payload } as const;
      expect((await test.anonymous.send(call)).json()).toMatchObject({
        errorCode: 'InvalidInput',
        detailedMessage: 'The body is not valid JSON.',
      });
    },
  );

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses a login from another site with %o',
    async (headers) => {
      const response = await test.anonymous.send({
        method: 'POST',
        url: '/api/v1/login',
        headers,
        payload: { accessKey: 'somebody', secretKey: 'something' },
      });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ errorCode: 'CrossOrigin' });
    },
  );

  it.each(['/', '/nothing', '/api/v1/nothing', '/ws/nothing'])(
    'knows of no socket at %s',
    async (url) => {
      const response = await get(url, { connection: 'upgrade', upgrade: 'websocket' });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ errorCode: 'NotFound' });
    },
  );

  it.each(['/favicon.svg', '/assets/app-1a2b3c.js', '/', '/buckets', '/api/v1/login', '/healthz'])(
    'refuses a real handshake at %s',
    async (path) => {
      const { port } = test.app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      const lines = [
        ...[`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'],
        ...['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${'A'.repeat(22)}==`],
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 .*"errorCode":"NotFound"/s);
    },
  );

  it('refuses a socket that another site opens', async () => {
    const response = await get('/api/v1/login', {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-fetch-site': 'cross-site',
    });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ errorCode: 'CrossOrigin' });
  });

  it('holds the origin against the host where the browser says no more', async () => {
    const login = (origin: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/logout',
        headers: { host: 'console.example:9090', origin },
      });
    expect((await login('http://console.example:9090')).statusCode).toBe(200);
    expect((await login('http://evil.example')).statusCode).toBe(403);
  });

  it.each(['evil.example', 'evil.example:9090', '192.0.2.7:9090'])(
    'does not answer to the name %s, which may have been made to point here',
    async (host) => {
      for (const url of ['/', '/api/v1/login', '/api/v1/session']) {
        const response = await get(url, { host, 'x-forwarded-host': 'localhost' });
        expect(response.statusCode).toBe(421);
        expect(response.json()).toMatchObject({ errorCode: 'HostNotAllowed' });
        expect(response.json().detailedMessage).toContain('STOWAGE_ALLOWED_HOSTS');
      }
      expect((await get('/healthz', { host })).statusCode).toBe(200);
    },
  );

  it('describes itself as OpenAPI', async () => {
    const document = (await get('/api/docs/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path ?? {}));
    expect(operations).toHaveLength(ENDPOINTS.length);
  });

  it('sends long answers compressed', async () => {
    const { headers } = await get('/api/docs/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
  });

  it('has a page of it that needs no script and nothing from elsewhere', async () => {
    const response = await get('/api/docs');
    const nonce = /<style nonce="([^"]+)">/.exec(response.body)?.[1];
    expect(response.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(response.body).not.toMatch(/<script|https?:\/\//);
    for (const { path } of ENDPOINTS) expect(response.body).toContain(`/api/v1${path}`);
  });
});

describe('the web app', () => {
  it.each([
    '/',
    '/login',
    '/buckets/photos/browse/a.jpg',
    '/index.html',
    '/no.such.file',
    '/buckets/photos/browse/100%/?search=%',
  ])('is served at %s with its base and a nonce', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(response.body)?.[1];
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe-inline');
    expect(response.body).toContain('<base href="/">');
  });

  it('has another nonce each time', async () => {
    expect((await get('/')).body).not.toBe((await get('/')).body);
  });

  it('has the first four segments as its base behind a proxy [SHELL-03]', async () => {
    const response = await get('/api/proxy/ns-1/tenant-1/buckets');
    expect(response.body).toContain('<base href="/api/proxy/ns-1/tenant-1/">');
    expect((await get('/api/proxy/ns-1/tenant-1/assets/app-1a2b3c.js')).body).toBe('plain');
    const login = await get('/api/proxy/ns-1/tenant-1/api/v1/login');
    expect(login.json()).toMatchObject({ loginStrategy: 'form' });
  });

  it('gives hashed assets for good, in the best form that the browser takes', async () => {
    const asset = (encoding: string) =>
      get('/assets/app-1a2b3c.js', { 'accept-encoding': encoding });
    const brotli = await asset('gzip, br');
    expect(brotli.body).toBe('brotli');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect(brotli.headers.vary).toMatch(/accept-encoding/i);
    expect((await asset('gzip')).body).toBe('gzip');
    expect((await asset('identity')).body).toBe('plain');
  });

  it('gives other files for an hour', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('does not take a missing asset for a page', async () => {
    expect((await get('/assets/app-gone.js')).statusCode).toBe(404);
  });

  it('does not take an asset for a page that another build replaced under it', async () => {
    const own = await startTestConsole();
    await rm(join(own.webRoot, 'assets'), { recursive: true });
    const answer = await own.anonymous.send({ url: '/assets/app-1a2b3c.js' });
    await own.close();
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  it.each([
    '/../stowage-outside.txt',
    '/assets/../../stowage-outside.txt',
    '/./../stowage-outside.txt',
    '/..%2fstowage-outside.txt',
    '/%2e%2e/stowage-outside.txt',
    '/assets/..%2f..%2fstowage-outside.txt',
    '/assets/%2e%2e%2f%2e%2e%2fstowage-outside.txt',
    '/..%5cstowage-outside.txt',
    '//stowage-outside.txt',
    '/api/proxy/../../../stowage-outside.txt',
    '/%00',
    '/assets/%00.js',
  ])('lets no path out of its directory: %s', async (path) => {
    // Sent verbatim: clients that normalise paths would remove the dots first.
    const answer = await sendRaw(path);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
    expect(answer).not.toContain('outside the web root');
  });

  it('answers other methods than reading with NotFound', async () => {
    const response = await test.anonymous.send({ method: 'POST', url: '/login' });
    expect(response.statusCode).toBe(404);
  });
});

describe('every response', () => {
  it.each(['/', '/api/v1/login', '/api/v1/nothing', '/assets/app-1a2b3c.js', '/healthz'])(
    'carries the security headers: %s',
    async (url) => {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors 'self'",
      ]) {
        expect(policy).toContain(rule);
      }
    },
  );
});

describe('health', () => {
  it('is well while the process runs, and ready while the storage answers', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).statusCode).toBe(200);
  });
});

describe('the log', () => {
  it('has no address, query, cookie or key in it', async () => {
    test.log.length = 0;
    const caller = await test.logIn();
    await caller.send({ url: '/api/v1/buckets/secret-bucket?X-Amz-Signature=abc' });
    await test.anonymous.send({
      method: 'POST',
      url: '/api/v1/login',
      payload: { accessKey: 'intruder-key', secretKey: 'intruder-secret' },
    });
    const text = test.log.join('');
    expect(text).toContain('"route":"/api/v1/buckets/:name"');
    for (const secret of [
      'secret-bucket',
      'X-Amz-Signature',
      caller.session.cookie?.split('=')[1] ?? 'no cookie',
      caller.session['x-stowage-token'] ?? 'no token',
      test.target.secretKey,
      'intruder-secret',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
