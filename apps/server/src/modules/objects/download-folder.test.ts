import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { GetObject, ListObjects } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { downloadFolder } from './download-folder.ts';

const BUCKET = 'folders';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await put('trip/2026/beach.txt', 'sand');
  await put('trip/2026/über ключ 🎉.txt', 'party');
  await put('trip/2026/deep/down/here.txt', 'found');
  await put('trip/2025/old.txt', 'old');
});
afterAll(() => test.close());

const put = (key: string, text: string) =>
  test.s3.putObject({
    bucket: BUCKET,
    key,
    size: Buffer.byteLength(text),
    body: Buffer.from(text),
  });

const urlOf = (prefix: string) => {
  const wire = encodeURIComponent(Buffer.from(prefix).toString('base64'));
  return `/api/v1/buckets/${BUCKET}/objects/download?prefix=${wire}`;
};

describe('the download of a folder', () => {
  it('is a zip of everything in it', async () => {
    const response = await root.send({ url: urlOf('trip/2026/') });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="2026.zip"; filename*=UTF-8''2026.zip`,
    });
    expect(readZip(response.rawPayload)).toEqual({
      '2026/beach.txt': 'sand',
      '2026/über ключ 🎉.txt': 'party',
      '2026/deep/down/here.txt': 'found',
    });
  });

  it('goes on over the pages of the listing, one object at a time', async () => {
    const names = ['many/a', 'many/b', 'many/c', 'many/d/'];
    const events: string[] = [];
    const s3 = {
      async listObjects({ continuationToken = '0' }: ListObjects) {
        const page = Number(continuationToken);
        const key = names[page] ?? '';
        const listed = {
          key,
          size: 1,
          lastModified: '2026-01-01T00:00:00Z',
          etag: '',
          storageClass: '',
        };
        const truncated = page + 1 < names.length;
        return {
          objects: [listed],
          prefixes: [],
          truncated,
          nextToken: truncated ? `${page + 1}` : undefined,
        };
      },
      async getObject({ key }: GetObject) {
        events.push(`open ${key}`);
        const body = Readable.from([Buffer.from(key)]).once('end', () => events.push(`end ${key}`));
        const headers = {
          contentLength: key.length,
          etag: '',
          deleteMarker: false,
          tagCount: 0,
          metadata: {},
        };
        return { status: 200 as const, headers, body };
      },
    };
    const { signal } = new AbortController();
    const { body } = await downloadFolder(s3, { bucket: 'b', prefix: 'many/', signal });
    const chunks = await (body ?? Readable.from([])).toArray();
    expect(readZip(Buffer.concat(chunks))).toEqual({
      'many/a': 'many/a',
      'many/b': 'many/b',
      'many/c': 'many/c',
      'many/d/': '',
    });
    expect(events).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`open many/${name}`, `end many/${name}`]),
    );
  });

  it('breaks off when an object cannot be read, so that nobody takes it for whole', async () => {
    await test.app.listen({ port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    test.gate.set(
      'closed',
      ({ method, url }) => method === 'GET' && Boolean(url?.includes('here.txt')),
    );
    const response = await fetch(`http://127.0.0.1:${port}${urlOf('trip/2026/')}`, {
      headers: { ...root.session },
    });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    test.gate.set('open');
  });
});
