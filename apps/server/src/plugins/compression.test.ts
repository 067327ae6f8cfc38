import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseEncoding, compression } from './compression.ts';

const LONG = JSON.stringify({ names: Array.from({ length: 200 }, (_, index) => `name-${index}`) });
const JSON_TYPE = 'application/json; charset=utf-8';

const app = fastify();
compression(app);
app.get('/long', async (_request, reply) => reply.type(JSON_TYPE).send(LONG));
app.get('/short', async (_request, reply) => reply.type(JSON_TYPE).send('{"a":1}'));
app.get('/text', async (_request, reply) => reply.type('text/plain').send(LONG));
app.get('/object', async (_request, reply) =>
  reply.type(JSON_TYPE).send(Readable.from([Buffer.from(LONG)])),
);
app.post('/keys', async (_request, reply) => reply.type(JSON_TYPE).send(LONG));
afterAll(() => app.close());

const ask = (url: string, encoding = 'gzip, deflate, br', method: 'GET' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': encoding } });

describe('compression', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('sends a long answer as %s to who takes it', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await ask('/long', accepted);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(rawPayload.length).toBeLessThan(LONG.length / 2);
    expect(unpack(rawPayload).toString()).toBe(LONG);
  });

  it.each([
    ['nobody who takes it', '/long', 'identity', 'GET'],
    ['what is short', '/short', 'br', 'GET'],
    ['what is no JSON', '/text', 'br', 'GET'],
    ['a stream, such as an object', '/object', 'br', 'GET'],
    ['what may hold a secret', '/keys', 'br', 'POST'],
  ] as const)('leaves alone: %s', async (_what, url, encoding, method) => {
    const response = await ask(url, encoding, method);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.body).toBe(url === '/short' ? '{"a":1}' : LONG);
  });
});

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['BR;q=0.5', 'br'],
    ['br;q=0.0, gzip; q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('of %j is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});
