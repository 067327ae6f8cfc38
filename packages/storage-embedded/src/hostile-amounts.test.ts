import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorOf,
  signedHeaders,
  startTestStorage,
  type TestStorage,
} from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/kept', body: 'kept' });
});
afterAll(() => storage.close());

/**
 * Returns the status of the first response on a separate connection; 0 if it was closed without
 * one.
 */
async function statusOf(write: (wire: Wire) => void): Promise<number> {
  const wire = new Wire(storage.url);
  write(wire);
  const text = await wire.end();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
}

describe('too much of something', () => {
  const bounded = async (run: () => Promise<void>, mebibytes = 150): Promise<void> => {
    const before = process.memoryUsage().rss;
    await run();
    expect(process.memoryUsage().rss - before).toBeLessThan(mebibytes * 2 ** 20);
  };

  it.each([
    [
      'entities',
      `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(100)}">]><Delete>${'&b;'.repeat(100)}</Delete>`,
    ],
    ['depth', `${'<a>'.repeat(100_000)}`],
    ['closed depth', `<Delete>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</Delete>`],
    ['elements', `<Delete>${'<Object><Key>k</Key></Object>'.repeat(20_000)}</Delete>`],
    ['attributes', `<Delete ${Array.from({ length: 50_000 }, (_, i) => `a${i}="x"`).join(' ')}/>`],
    ['text', `<Delete>${'x'.repeat(1_500_000)}</Delete>`],
  ])('XML of too many %s is refused', async (_, body) => {
    await bounded(async () => {
      for (const path of [
        '/bucket?delete',
        '/bucket?tagging',
        '/bucket/k?uploadId=x',
        '/bucket?versioning',
      ]) {
        const method = /delete|uploadId/.test(path) ? 'POST' : 'PUT';
        const { status } = await storage.call({ method, path, body });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    });
  });

  it('parts: a completion of 10,001 is refused, and so is part 10,001', async () => {
    const created = await storage.call({ method: 'POST', path: '/bucket/many?uploads' });
    const id = /<UploadId>([^<]*)/.exec(created.text)?.[1] ?? '';
    const part = (n: number) => `<Part><PartNumber>${n}</PartNumber><ETag>"x"</ETag></Part>`;
    const parts = Array.from({ length: 10_001 }, (_, i) => part(i + 1)).join('');
    const completed = await storage.call({
      method: 'POST',
      path: `/bucket/many?uploadId=${id}`,
      body: `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`,
    });
    expect(errorOf(completed)).toBe('400 MalformedXML');
    const put = await storage.call({
      method: 'PUT',
      path: `/bucket/many?partNumber=10001&uploadId=${id}`,
      body: 'x',
    });
    expect(errorOf(put)).toBe('400 InvalidArgument');
  });

  it('headers are refused', async () => {
    const flood = Array.from({ length: 5000 }, (_, i) => `x-amz-meta-${i}: v`);
    const long = [`x-amz-meta-a: ${'v'.repeat(100_000)}`];
    for (const lines of [flood, long]) {
      const text = ['GET /bucket/kept HTTP/1.1', 'Host: s', ...lines, '', ''].join('\r\n');
      expect(await statusOf((wire) => wire.write(text))).toBe(431);
    }
    const many = Array.from({ length: 100 }, (_, i) => `a${i}: v`);
    const few = ['GET /bucket/kept HTTP/1.1', 'Host: s', ...many, 'Connection: close', '', ''];
    expect(await statusOf((wire) => wire.write(few.join('\r\n')))).toBe(403);
  });

  it('documents without end are refused before they are read', async () => {
    // Allocated beforehand, so that the client's memory is not counted.
    const body = Buffer.alloc(24 * 2 ** 20, 32);
    await bounded(async () => {
      for (const path of [
        '/bucket?delete',
        '/bucket?policy',
        '/minio/admin/v3/add-user?accessKey=a',
      ]) {
        const method = path.includes('delete') ? 'POST' : 'PUT';
        const { status } = await storage.call({ method, path, body });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    });
  });
});

describe('a signed request with one field changed', () => {
  it('is refused, whichever field it is', async () => {
    const path = '/bucket/kept?response-content-type=text%2Fplain';
    const headers = signedHeaders(storage.url, { path, headers: { 'x-amz-meta-a': 'b' } });
    const change = (text: string, at: number): string =>
      text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
    const sent = async (target: string, changed: Record<string, string>): Promise<number> =>
      statusOf((wire) => wire.request('GET', target, { ...changed, connection: 'close' }));
    expect(await sent(path, headers)).toBe(200);
    for (const [name, value] of Object.entries(headers)) {
      for (const at of [0, Math.floor(value.length / 2), value.length - 1]) {
        const status = await sent(path, { ...headers, [name]: change(value, at) });
        expect([400, 403], `${name} at ${at}`).toContain(status);
      }
    }
    const { authorization = '' } = headers;
    for (const field of [
      'Credential=',
      '/us-east-1',
      '/s3',
      'SignedHeaders=',
      'Signature=',
      'aws4_request',
    ]) {
      const at = authorization.indexOf(field) + field.length;
      const status = await sent(path, { ...headers, authorization: change(authorization, at) });
      expect([400, 403], field).toContain(status);
    }
    for (let at = 1; at < path.length; at++) {
      expect([400, 403, 404], path.slice(0, at)).toContain(await sent(change(path, at), headers));
    }
  });
});
