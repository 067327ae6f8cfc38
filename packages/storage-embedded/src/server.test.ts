import { createHmac, hash } from 'node:crypto';
import { connect } from 'node:net';
import { signForChunks } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorOf,
  ROOT,
  signedHeaders,
  startTestStorage,
  type TestStorage,
} from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});

afterAll(() => storage.close());

const upload = (path: string, body: Uint8Array | string, more: Record<string, string> = {}) => ({
  ...signedHeaders(storage.url, { method: 'PUT', path, body }),
  'content-length': String(Buffer.byteLength(body)),
  ...more,
});

describe('a client that waits for 100 Continue', () => {
  it('is asked for the body when the call may go on', async () => {
    const wire = new Wire(storage.url);
    wire.request('PUT', '/bucket/waits', upload('/bucket/waits', 'x', { expect: '100-continue' }));
    expect(await wire.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await wire.write('x').until('ETag')).toContain('HTTP/1.1 200 OK');
    wire.destroy();
  });

  it('is refused before it sends anything', async () => {
    const headers = upload('/nowhere/key', Buffer.alloc(0), {
      expect: '100-continue',
      'content-length': '1000000000',
    });
    const answer = await new Wire(storage.url).request('PUT', '/nowhere/key', headers).end();
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('<Code>NoSuchBucket</Code>');
    expect(answer).not.toContain('100 Continue');
  });
});

it.each(['', '200-ok'])('serves a client that expects %j', async (expected) => {
  const path = '/bucket/expecting';
  const wire = new Wire(storage.url);
  wire.request('PUT', path, { ...upload(path, 'content'), expect: expected }).write('content');
  expect(await wire.until('ETag')).toContain('HTTP/1.1 200 OK');
  wire.destroy();
});

describe('an upload that breaks off', () => {
  it.each([
    ['small', 4096],
    ['streamed', 3 * 1024 * 1024],
  ])('leaves nothing behind (%s)', async (name, size) => {
    const path = `/bucket/broken-${name}`;
    const body = Buffer.alloc(size, 'b');
    const wire = new Wire(storage.url).request('PUT', path, upload(path, body));
    wire.write(body.subarray(0, size - 1));
    const other = new Wire(storage.url).request('GET', '/minio/health/live', { host: 'x' });
    await other.until('200 OK');
    wire.destroy();
    other.destroy();
    expect(errorOf(await storage.call({ path }))).toBe('404 NoSuchKey');
    expect((await storage.call({ path: '/bucket?list-type=2&prefix=broken' })).text).toContain(
      '<KeyCount>0</KeyCount>',
    );
  });

  it('on a connection that stays open is told so', async () => {
    const wire = new Wire(storage.url);
    wire.request('PUT', '/bucket/short', upload('/bucket/short', 'content')).write('con').finish();
    expect(await wire.end()).toContain('<Code>IncompleteBody</Code>');
    expect(errorOf(await storage.call({ path: '/bucket/short' }))).toBe('404 NoSuchKey');
  });

  it('of unknown length is refused', async () => {
    const { 'content-length': _, ...headers } = upload('/bucket/chunked', '');
    const wire = new Wire(storage.url);
    wire.request('PUT', '/bucket/chunked', { ...headers, 'transfer-encoding': 'chunked' });
    expect(await wire.until('</Error>')).toContain('<Code>MissingContentLength</Code>');
    wire.destroy();
  });
});

describe('a refused upload', () => {
  const denied = (size: number) => ({ host: 'x', 'content-length': String(size) });

  it('of a small body keeps the connection', async () => {
    const wire = new Wire(storage.url);
    wire.request('PUT', '/bucket/denied', denied(100_000)).write(Buffer.alloc(100_000));
    expect(await wire.until('</Error>')).toContain('<Code>AccessDenied</Code>');
    wire.request('GET', '/minio/health/live', { host: 'x' });
    expect(await wire.until('200 OK')).toContain('200 OK');
    wire.destroy();
  });

  it('of a large body gets its answer before the connection ends', async () => {
    const wire = new Wire(storage.url);
    wire.request('PUT', '/bucket/denied', denied(100 * 1024 * 1024));
    wire.write(Buffer.alloc(4 * 1024 * 1024));
    const answer = await wire.until('</Error>');
    expect(answer).toContain('Connection: close');
    wire.write(Buffer.alloc(32 * 1024 * 1024));
    await wire.end();
  });
});

describe('hostile input', () => {
  it.each([
    ['GET /bucket/%zz HTTP/1.1\r\nHost: x\r\n\r\n', '<Code>InvalidURI</Code>'],
    ['GET /bucket?prefix=%e0%80 HTTP/1.1\r\nHost: x\r\n\r\n', '<Code>InvalidURI</Code>'],
    ['GET nonsense HTTP/1.1\r\nHost: x\r\n\r\n', ' 400 '],
    ['GET / HTTP/1.1\r\n\r\n', ' 400 '],
    ['\u0000\u0001\u0002\r\n\r\n', ' 400 '],
    [`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, ' 431 '],
    ['GET /bucket HTTP/1.1\r\nHost: x\r\nAuthorization: AWS4-HMAC-SHA256 a=b\r\n\r\n', ' 400 '],
    ['GET http://other/bucket/../x HTTP/1.1\r\nHost: x\r\n\r\n', '<Key>../x</Key>'],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', ' 400 '],
    ['PUT /bucket/k HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', ' 400 '],
  ])('%.40j is answered', async (request, expected) => {
    const wire = new Wire(storage.url).write(request);
    expect(await wire.until(expected)).toContain(expected);
    wire.destroy();
    expect((await storage.call({ path: '/minio/health/live' })).status).toBe(200);
    expect(storage.messages).toEqual([]);
  });
});

describe('a page of another origin', () => {
  it('may ask, and see the answer', async () => {
    const asked = await storage.call({
      method: 'OPTIONS',
      path: '/bucket/key',
      as: 'anonymous',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-amz-date',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': 'https://page.example',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'x-amz-date',
    });
    const headers = { origin: 'https://page.example' };
    const answer = await storage.call({ path: '/bucket', headers });
    expect(answer.headers['access-control-allow-origin']).toBe('https://page.example');
    expect(answer.headers['access-control-expose-headers']).toContain('ETag');
    expect((await storage.call({ path: '/bucket' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

describe('aws-chunked uploads', () => {
  const CONTENT = Buffer.from('chunked content');
  const target = () => `${storage.url}/bucket/chunks`;

  function signedChunks(tamper: boolean): { headers: Record<string, string>; body: Buffer } {
    const { headers, chunks } = signForChunks({
      method: 'PUT',
      url: target(),
      headers: {
        'content-encoding': 'aws-chunked,gzip',
        'x-amz-decoded-content-length': String(CONTENT.length),
      },
      payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      credentials: ROOT,
      region: 'us-east-1',
      service: 's3',
    });
    const empty = hash('sha256', '');
    const scope = `${chunks.scope.date}/${chunks.scope.region}/${chunks.scope.service}/aws4_request`;
    let previous = chunks.seedSignature;
    const pieces = [CONTENT, Buffer.alloc(0)].map((piece) => {
      const text = `AWS4-HMAC-SHA256-PAYLOAD\n${chunks.timestamp}\n${scope}\n${previous}\n${empty}\n${hash('sha256', piece)}`;
      previous = createHmac('sha256', chunks.signingKey).update(text).digest('hex');
      const sent = tamper ? Buffer.from(piece.toString().toUpperCase()) : piece;
      const head = `${piece.length.toString(16)};chunk-signature=${previous}\r\n`;
      return Buffer.concat([Buffer.from(head), sent, Buffer.from('\r\n')]);
    });
    return { headers, body: Buffer.concat(pieces) };
  }

  async function send(headers: Record<string, string>, body: Buffer): Promise<string> {
    const wire = new Wire(storage.url);
    wire
      .request('PUT', '/bucket/chunks', { ...headers, 'content-length': String(body.length) })
      .write(body);
    const answer = await wire.until('X-Amz-Id-2');
    wire.destroy();
    return answer;
  }

  it('are checked chunk by chunk', async () => {
    const wrong = signedChunks(true);
    expect(await send(wrong.headers, wrong.body)).toMatch(/^HTTP\/1\.1 403 /);
    expect(errorOf(await storage.call({ path: '/bucket/chunks' }))).toBe('404 NoSuchKey');
    const right = signedChunks(false);
    expect(await send(right.headers, right.body)).toMatch(/^HTTP\/1\.1 200 /);
    const stored = await storage.call({ path: '/bucket/chunks' });
    expect([stored.text, stored.headers['content-encoding']]).toEqual([CONTENT.toString(), 'gzip']);
  });

  it.each([
    ['tWY5jg==', ' 400 '],
    ['', ' 400 '],
  ])('hold their trailer %j against the content', async (sum, status) => {
    const headers = signedHeaders(storage.url, {
      method: 'PUT',
      path: '/bucket/chunks',
      headers: {
        'x-amz-decoded-content-length': String(CONTENT.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    });
    const trailer = sum === '' ? '' : `x-amz-checksum-crc32:${sum}\r\n`;
    const body = `${CONTENT.length.toString(16)}\r\n${CONTENT}\r\n0\r\n${trailer}\r\n`;
    expect(await send(headers, Buffer.from(body))).toContain(status);
  });
});

describe('the end', () => {
  it('waits for running requests and takes no new ones', async () => {
    const other = await startTestStorage();
    await other.call({ method: 'PUT', path: '/bucket' });
    const { url } = other;
    const path = '/bucket/late';
    const headers = signedHeaders(url, { method: 'PUT', path, body: 'late' });
    const wire = new Wire(url).request('PUT', path, { ...headers, 'content-length': '4' });
    const live = new Wire(url).request('GET', '/minio/health/live', { host: 'x' });
    await live.until('200 OK');
    const closing = other.restart();
    await expect.poll(() => connects(url)).toBe(false);
    wire.write('late');
    expect(await wire.end()).toContain('HTTP/1.1 200 OK');
    await closing;
    expect((await other.call({ path })).text).toBe('late');
    await other.close();
  });
});

function connects(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
