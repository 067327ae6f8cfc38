import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { GetObject, ListObjects } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { downloadArchive, folderArchive } from './download-archive.ts';

const BUCKET = 'folders';
const REPORT = '_could-not-read.txt';

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
  await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

const put = (key: string, content: string | Buffer) => {
  const body = Buffer.from(content);
  return test.s3.putObject({ bucket: BUCKET, key, size: body.length, body });
};

const urlOf = (prefix: string) => {
  const wire = encodeURIComponent(Buffer.from(prefix).toString('base64'));
  return `/api/v1/buckets/${BUCKET}/objects/download?prefix=${wire}`;
};
const MULTIPLE = `/api/v1/buckets/${BUCKET}/objects/download-multiple`;

const origin = () => `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const asForm = (selection: object) =>
  new URLSearchParams({ selection: JSON.stringify(selection) }).toString();

const paths = (...keys: string[]) => keys.map((path) => ({ path }));

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

  it('tells in a file of it what could not be read, and has the rest', async () => {
    const damaged = { status: 500, code: 'InternalError' } as const;
    test.gate.set(damaged, ({ url }) => Boolean(url?.includes('beach.txt')));
    const response = await root.send({ url: urlOf('trip/2026/') });
    test.gate.set('open');
    const { [REPORT]: report, ...rest } = readZip(response.rawPayload);
    expect(Object.keys(rest)).toHaveLength(2);
    expect(report).toContain('"trip/2026/beach.txt": InternalError: Said by the gate.');
  });

  it('is refused where nothing in it can be read', async () => {
    test.gate.set({ status: 403, code: 'AccessDenied' }, ({ url }) =>
      Boolean(url?.includes('.txt')),
    );
    const response = await root.send({ url: urlOf('trip/2026/') });
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });

  it('breaks off when the storage is gone, so that nobody takes it for whole', async () => {
    test.gate.set('closed', ({ url }) => Boolean(url?.includes('here.txt')));
    const response = await fetch(`${origin()}${urlOf('trip/2026/')}`, {
      headers: { ...root.session },
    });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    test.gate.set('open');
  });

  it('stops reading when the browser goes away', async () => {
    for (let n = 0; n < 3; n += 1) await put(`large/${n}`, Buffer.alloc(16 * 1024 * 1024, n));
    const leave = new AbortController();
    const response = await fetch(`${origin()}${urlOf('large/')}`, {
      headers: { ...root.session },
      signal: leave.signal,
    });
    await response.body?.getReader().read();
    expect(test.gate.running()).toBeGreaterThan(0);
    leave.abort();
    await expect.poll(() => test.gate.running()).toBe(0);
  });

  it('gives objects names of their own where systems tell less apart than storage does', async () => {
    for (const key of [
      'a.txt',
      'A.TXT',
      'é',
      'e\u0301',
      'x',
      'x/y',
      '../up',
      '/abs',
      'b\\c',
      'NUL',
    ])
      await put(`odd/${key}`, key);
    const response = await root.send({ url: urlOf('odd/') });
    const names = Object.keys(readZip(response.rawPayload));
    const folded = new Set(names.map((name) => name.normalize('NFC').toLowerCase()));
    expect(folded.size).toBe(10);
    expect(names).toEqual(
      expect.arrayContaining(['odd/A.TXT', 'odd/a (2).txt', 'odd/x', 'odd/x (2)/y', 'odd/__/up']),
    );
    expect(names).toEqual(expect.arrayContaining(['odd/_/abs', 'odd/b_c', 'odd/_NUL']));
  });
});

describe('the download of a selection', () => {
  const selection = { prefix: 'trip/', paths: paths('trip/2025/', 'trip/2026/beach.txt') };
  const inside = { '2025/old.txt': 'old', '2026/beach.txt': 'sand' };

  it('is a zip of its objects and folders, asked for by a form of a page of the console', async () => {
    const { cookie = '' } = root.session;
    const response = await test.anonymous.send({
      method: 'POST',
      url: MULTIPLE,
      headers: { cookie, ...FORM },
      payload: asForm(selection),
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain('filename="trip.zip"');
    expect(readZip(response.rawPayload)).toEqual(inside);
  });

  it('may be everything in a folder, or in the bucket', async () => {
    const send = async (payload: object) =>
      readZip((await root.send({ method: 'POST', url: MULTIPLE, payload })).rawPayload);
    await put('marked/', '');
    await put('marked/in.txt', 'in');
    expect(await send({ prefix: 'marked/', paths: paths('marked/') })).toEqual({
      'in.txt': 'in',
    });
    expect(await send({ prefix: '', paths: [{ path: '' }] })).toMatchObject({
      'trip/2025/old.txt': 'old',
    });
  });

  it('is one for a program that sends JSON', async () => {
    const response = await root.send({ method: 'POST', url: MULTIPLE, payload: selection });
    expect(readZip(response.rawPayload)).toEqual(inside);
  });

  it('is none for the form of another site', async () => {
    const { cookie = '' } = root.session;
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie, ...FORM, 'sec-fetch-site': site };
      const payload = asForm(selection);
      const response = await test.anonymous.send({
        method: 'POST',
        url: MULTIPLE,
        headers,
        payload,
      });
      expect(response.json()).toMatchObject({ code: 403, errorCode: 'CrossOrigin' });
    }
  });

  it('opens no other call to forms', async () => {
    const response = await root.send({
      method: 'POST',
      url: `/api/v1/buckets/${BUCKET}/delete-objects`,
      headers: FORM,
      payload: asForm([]),
    });
    expect(response.json()).toMatchObject({ code: 415, errorCode: 'UnsupportedMediaType' });
  });

  it.each([
    [
      'a path outside of the prefix',
      { prefix: 'trip/', paths: paths('other/a') },
      400,
      'paths.0.path',
    ],
    ['no paths', { prefix: '', paths: [] }, 400, 'paths'],
    ['a path over 1,024 bytes', { prefix: '', paths: paths('ü'.repeat(513)) }, 400, 'paths.0.path'],
    ['what is not there', { prefix: '', paths: paths('none', 'nor/') }, 404, undefined],
  ])('is refused for %s, and known to be before', async (_case, payload, code, field) => {
    for (const url of [MULTIPLE, `${MULTIPLE}/check`]) {
      const response = await root.send({ method: 'POST', url, payload });
      expect(response.json()).toMatchObject({ code, ...(field && { field }) });
    }
  });

  it('is known to be possible before it begins', async () => {
    const url = `${MULTIPLE}/check`;
    const response = await root.send({ method: 'POST', url, payload: selection });
    expect(response.statusCode).toBe(204);
    // Part of it is enough: the zip reports the rest.
    const partly = { prefix: '', paths: paths('none', 'trip/2025/') };
    expect((await root.send({ method: 'POST', url, payload: partly })).statusCode).toBe(204);
  });

  it('has the versions that it names', async () => {
    const bucket = 'versions';
    await test.s3.makeBucket({ bucket });
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    const write = (text: string) =>
      test.s3.putObject({ bucket, key: 'a.txt', size: text.length, body: Buffer.from(text) });
    const { versionId: versionID } = await write('old');
    await write('newer');
    const response = await root.send({
      method: 'POST',
      url: MULTIPLE.replace(BUCKET, bucket),
      payload: { prefix: '', paths: [{ path: 'a.txt', versionID }, { path: 'a.txt' }] },
    });
    expect(readZip(response.rawPayload)).toEqual({ 'a.txt': 'old', 'a (2).txt': 'newer' });
  });
});

describe('an archive of many objects', () => {
  const headers = { etag: 'e', deleteMarker: false, tagCount: 0, metadata: {} };

  /** A storage with objects of these sizes that records what is opened and read to its end. */
  function storageOf(sizes: Readonly<Record<string, number>>, events: string[] = []) {
    const keys = Object.keys(sizes);
    return {
      async listObjects({ continuationToken = '0', maxKeys = 2 }: ListObjects) {
        const from = Number(continuationToken);
        const objects = keys.slice(from, from + maxKeys).map((key) => ({
          ...{ key, size: sizes[key] ?? 0, etag: '', storageClass: '' },
          lastModified: '2026-01-01T00:00:00Z',
        }));
        const next = from + objects.length;
        const truncated = next < keys.length;
        return { objects, prefixes: [], truncated, nextToken: truncated ? `${next}` : undefined };
      },
      listObjectVersions: () => Promise.reject(new Error('only the present is asked for')),
      async getObject({ key, range }: GetObject) {
        const size = sizes[key] ?? 0;
        if (range?.end !== undefined) {
          return {
            status: 206 as const,
            headers: { ...headers, contentLength: 1 },
            body: Readable.from([]),
          };
        }
        events.push(`open ${key}`);
        const bytes = Buffer.alloc(size - (range?.start ?? 0), key);
        const body = Readable.from([bytes]).once('end', () => events.push(`end ${key}`));
        return { status: 200 as const, headers: { ...headers, contentLength: bytes.length }, body };
      },
    };
  }

  const download = async (s3: Parameters<typeof downloadArchive>[0], prefix = 'many/') => {
    const { signal } = new AbortController();
    const { body } = await downloadArchive(s3, folderArchive('b', prefix, signal));
    return Buffer.concat(await (body ?? Readable.from([])).toArray());
  };

  it('goes on over the pages of the listing, one large object at a time', async () => {
    const events: string[] = [];
    const large = 200 * 1024;
    const sizes = { 'many/a': large, 'many/b': large, 'many/c': large, 'many/d/': 0 };
    const files = readZip(await download(storageOf(sizes, events)));
    expect(Object.keys(files)).toEqual(['many/a', 'many/b', 'many/c', 'many/d/']);
    expect(files['many/b']).toBe(Buffer.alloc(large, 'many/b').toString());
    expect(events).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`open many/${name}`, `end many/${name}`]),
    );
  });

  it('reads some small ones ahead, in their order', async () => {
    const events: string[] = [];
    const keys = Array.from({ length: 40 }, (_, n) => `many/${String(n).padStart(2, '0')}`);
    const sizes = Object.fromEntries(keys.map((key) => [key, 100]));
    const zip = await download(storageOf(sizes, events));
    expect(Object.keys(readZip(zip))).toEqual(keys);
    expect(events.filter((event) => event.startsWith('open'))).toEqual(
      keys.map((key) => `open ${key}`),
    );
  });

  it('goes on where the reading of an object broke off, and tells where it could not', async () => {
    const whole = storageOf({ 'many/a': 300_000, 'many/b': 300_000, 'many/c': 10 });
    const half = async function* (bytes: Buffer) {
      yield bytes.subarray(0, 150_000);
      throw new Error('the connection broke');
    };
    const breaking = {
      ...whole,
      async getObject(call: GetObject) {
        const answer = await whole.getObject(call);
        if (call.range || !/[ab]$/.test(call.key)) {
          // Another client has written many/b in the meantime.
          const etag = call.key === 'many/b' ? 'other' : 'e';
          return { ...answer, headers: { ...answer.headers, etag } };
        }
        return { ...answer, body: Readable.from(half(Buffer.alloc(300_000, call.key))) };
      },
    };
    const files = readZip(await download(breaking));
    expect(files['many/a']).toHaveLength(300_000);
    expect(files['many/b']).toHaveLength(150_000);
    expect(files['many/c']).toHaveLength(10);
    expect(files[REPORT]).toContain('"many/b": It changed while it was read');
    expect(files[REPORT]).not.toContain('many/a');
  });
});

describe('the download of the past', () => {
  const PAST = 'past';
  const download = async (selection: object) => {
    const url = `/api/v1/buckets/${PAST}/objects/download-multiple`;
    const check = await root.send({ method: 'POST', url: `${url}/check`, payload: selection });
    const answer = await root.send({ method: 'POST', url, payload: selection });
    return {
      check: check.statusCode,
      zip: answer.statusCode === 200 && readZip(answer.rawPayload),
    };
  };
  const store = (key: string, text: string) =>
    test.s3.putObject({ bucket: PAST, key, size: text.length, body: Buffer.from(text) });
  let at = '';

  beforeAll(async () => {
    await test.s3.makeBucket({ bucket: PAST });
    await test.s3.putBucketVersioning({ bucket: PAST, state: 'enabled' });
    for (const key of ['in/a.txt', 'in/b.log', 'in/deep/a.txt', 'in/gone', 'same']) {
      await store(key, 'then');
    }
    await test.s3.deleteObject({ bucket: PAST, key: 'in/gone' });
    const { versions } = await test.s3.listObjectVersions({ bucket: PAST });
    const latest = Math.max(...versions.map(({ lastModified }) => Date.parse(lastModified)));
    while (Date.now() <= latest) await new Promise(setImmediate);
    at = new Date(latest).toISOString();
    await store('in/a.txt', 'later');
    await store('in/new.txt', 'later');
    await test.s3.deleteObject({ bucket: PAST, key: 'in/deep/a.txt' });
  });

  it('holds what was in a folder at that time, and what is named as it was', async () => {
    const folder = { 'a.txt': 'then', 'b.log': 'then', 'deep/a.txt': 'then' };
    expect(await download({ prefix: 'in/', at, paths: paths('in/') })).toEqual({
      ...{ check: 204, zip: folder },
    });
    const named = await download({ prefix: '', at, paths: paths('in/deep/a.txt', 'same') });
    expect(named.zip).toEqual({ 'in/deep/a.txt': 'then', same: 'then' });
    const before = { prefix: '', at: '2000-01-01T00:00:00Z', paths: paths('in/') };
    expect(await download(before)).toEqual({ check: 404, zip: false });
  });

  it('holds what a search finds, now and at that time', async () => {
    const matching = { search: '*.txt' };
    const now = await download({ prefix: 'in/', matching, paths: paths('in/') });
    expect(now.zip).toEqual({ 'a.txt': 'later', 'new.txt': 'later' });
    const then = await download({ prefix: 'in/', matching, at, paths: paths('in/') });
    expect(then.zip).toEqual({ 'a.txt': 'then', 'deep/a.txt': 'then' });
    const large = await download({ prefix: '', matching: { minSize: 100 }, paths: paths('') });
    expect(large.check).toBe(404);
    expect((await download({ prefix: '', at: 'then', paths: paths('in/') })).check).toBe(400);
  });
});
