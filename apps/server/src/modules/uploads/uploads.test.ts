import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'parts';
const MIB = 1024 * 1024;
const PUBLIC = 'https://storage.example.net:9000';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole({ publicOrigin: PUBLIC });
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));
const uploadsUrl = (bucket = BUCKET) => `/api/v1/buckets/${bucket}/uploads`;
const urlOf = (key: string, id: string, more = '') =>
  `${uploadsUrl()}/${id}${more}?path=${wire(key)}`;

function sumOf(content: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return bytes.toString('base64');
}

async function start(key: string, caller = root): Promise<string> {
  const payload = { path: key, content_type: 'text/x-parts' };
  const response = await caller.send({ method: 'POST', url: uploadsUrl(), payload });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().upload_id;
}

const store = (key: string, id: string, number: number, content: Buffer, sum = sumOf(content)) =>
  root.send({
    method: 'PUT',
    url: `${urlOf(key, id, `/parts/${number}`)}&crc32=${encodeURIComponent(sum)}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  });

const complete = (key: string, id: string, parts: readonly object[]) =>
  root.send({ method: 'POST', url: urlOf(key, id, '/complete'), payload: { parts } });

const partsOf = async (key: string, id: string) =>
  (await root.send({ url: urlOf(key, id, '/parts') })).json().parts;

async function contentOf(key: string) {
  const { body, headers } = await test.s3.getObject({ bucket: BUCKET, key });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { content: Buffer.concat(chunks), type: headers.contentType };
}

const first = Buffer.alloc(5 * MIB, 'first part ');
const second = Buffer.from('and the rest');

describe('an upload in parts', () => {
  it.each(['a/b c.bin', '文件 🎉+%20.bin'])('makes the object %j of its parts', async (key) => {
    const id = await start(key);
    // In any order.
    const rest = (await store(key, id, 2, second)).json();
    const answer = await store(key, id, 1, first);
    expect(answer.json()).toMatchObject({ number: 1, size: first.length, crc32: sumOf(first) });
    const done = await complete(key, id, [answer.json(), rest]);
    expect(done.statusCode, done.body).toBe(200);
    const { content, type } = await contentOf(key);
    expect(content.equals(Buffer.concat([first, second]))).toBe(true);
    expect(type).toBe('text/x-parts');
  });

  it('tells which parts have arrived, with their checksums', async () => {
    const id = await start('resumed.bin');
    await store('resumed.bin', id, 2, second);
    expect(await partsOf('resumed.bin', id)).toEqual([
      {
        number: 2,
        size: second.length,
        etag: expect.stringMatching(/^[0-9a-f]{32}$/),
        crc32: sumOf(second),
      },
    ]);
  });

  it('has no part that is not what was announced', async () => {
    const id = await start('wrong.bin');
    const refused = await store('wrong.bin', id, 1, first, sumOf(second));
    expect(refused.json()).toMatchObject({ code: 400, errorCode: 'ChecksumMismatch' });
    expect(await partsOf('wrong.bin', id)).toEqual([]);
  });

  it('is not completed where the storage holds another part than was sent', async () => {
    const id = await start('swapped.bin');
    const one = (await store('swapped.bin', id, 1, first)).json();
    const refused = await complete('swapped.bin', id, [{ ...one, crc32: sumOf(second) }]);
    expect(refused.statusCode).toBe(400);
    expect(['ChecksumMismatch', 'UploadIncomplete']).toContain(refused.json().errorCode);
    await expect(test.s3.headObject({ bucket: BUCKET, key: 'swapped.bin' })).rejects.toThrow();
  });

  it('keeps what arrived when a connection breaks within a part, and no half of it', async () => {
    const key = 'broken.bin';
    const id = await start(key);
    await store(key, id, 1, first);
    const { port } = test.app.server.address() as AddressInfo;
    const path = `${urlOf(key, id, '/parts/2')}&crc32=${encodeURIComponent(sumOf(first))}`;
    const headers = {
      ...root.session,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-length': first.length,
    };
    const half = request({ port, host: '127.0.0.1', method: 'PUT', path, headers });
    half.on('error', () => {});
    half.write(first.subarray(0, MIB));
    await expect.poll(() => test.gate.running()).toBe(1);
    const closed = new Promise((resolve) => half.once('close', resolve));
    half.destroy();
    await closed;
    await store(key, id, 3, second);
    expect((await partsOf(key, id)).map(({ number }: { number: number }) => number)).toEqual([
      1, 3,
    ]);
  });

  it('can be aborted, and is unknown afterwards', async () => {
    const id = await start('aborted.bin');
    await store('aborted.bin', id, 1, second);
    const answer = await root.send({ method: 'DELETE', url: urlOf('aborted.bin', id) });
    expect(answer.statusCode).toBe(204);
    const after = await root.send({ url: urlOf('aborted.bin', id, '/parts') });
    expect(after.json()).toMatchObject({ code: 404, errorCode: 'UploadNotFound' });
    const late = await store('aborted.bin', id, 2, second);
    expect(late.json()).toMatchObject({ code: 404, errorCode: 'UploadNotFound' });
  });

  it('is completed once more for who did not hear the answer, and for nobody else', async () => {
    const id = await start('unheard.bin');
    const part = (await store('unheard.bin', id, 1, first)).json();
    const answers = [await complete('unheard.bin', id, [part])];
    answers.push(await complete('unheard.bin', id, [part]));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[1]?.json().etag).toBe(answers[0]?.json().etag);
    const other = await complete('unheard.bin', id, [{ ...part, etag: '0'.repeat(32) }]);
    expect(other.json()).toMatchObject({ code: 404, errorCode: 'UploadNotFound' });
  });

  it.each([
    ['parts/0', 'number'],
    ['parts/10001', 'number'],
    ['parts/x', 'number'],
  ])('refuses %s and names the field', async (part, field) => {
    const answer = await root.send({
      method: 'PUT',
      url: `${urlOf('k', 'some-id', `/${part}`)}&crc32=${encodeURIComponent(sumOf(second))}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: second,
    });
    expect(answer.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
  });

  it('refuses a part of another content type, and one without a checksum', async () => {
    const id = await start('typed.bin');
    const url = urlOf('typed.bin', id, '/parts/1');
    const json = { 'content-type': 'text/plain' };
    const sum = `&crc32=${encodeURIComponent(sumOf(second))}`;
    const typed = await root.send({
      method: 'PUT',
      url: url + sum,
      headers: json,
      payload: second,
    });
    expect(typed.json()).toMatchObject({ errorCode: 'UnsupportedMediaType' });
    const bytes = { 'content-type': 'application/octet-stream' };
    const bare = await root.send({ method: 'PUT', url, headers: bytes, payload: second });
    expect(bare.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'crc32' });
  });

  it('takes bytes nowhere else', async () => {
    const answer = await root.send({
      method: 'POST',
      url: uploadsUrl(),
      headers: { 'content-type': 'application/octet-stream' },
      payload: second,
    });
    expect(answer.json()).toMatchObject({ errorCode: 'UnsupportedMediaType' });
  });

  it('needs the permission to store objects [OBJ-30]', async () => {
    const reader = await test.addUser('reader-of-parts', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
    });
    const caller = await test.logIn(reader);
    const answer = await caller.send({
      method: 'POST',
      url: uploadsUrl(),
      payload: { path: 'denied.bin' },
    });
    expect(answer.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
    const listed = await caller.send({ url: uploadsUrl() });
    expect(listed.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });
});

describe('the incomplete uploads of a bucket', () => {
  it('are listed page by page, with what has arrived', async () => {
    await test.s3.makeBucket({ bucket: 'listed' });
    const begun: string[] = [];
    for (const path of ['a', 'a', 'b']) {
      const url = uploadsUrl('listed');
      begun.push((await root.send({ method: 'POST', url, payload: { path } })).json().upload_id);
    }
    const [, , third = ''] = begun;
    const body = second;
    const part = { bucket: 'listed', key: 'b', uploadId: third, partNumber: 1 };
    await test.s3.uploadPart({ ...part, body, size: body.length, crc32: sumOf(body) });
    const seen: { path: string; upload_id: string; size: number; parts: number }[] = [];
    let next: string | undefined;
    do {
      const url = `${uploadsUrl('listed')}?limit=1${next ? `&cursor=${next}` : ''}`;
      const page = (await root.send({ url })).json();
      expect(page.uploads.length).toBeLessThanOrEqual(1);
      seen.push(...page.uploads);
      next = page.next;
    } while (next !== undefined && seen.length < 10);
    expect(seen.map(({ upload_id }) => upload_id).sort()).toEqual([...begun].sort());
    expect(seen.find(({ path }) => path === 'b')).toMatchObject({ size: body.length, parts: 1 });
    expect(seen.find(({ path }) => path === 'a')).toMatchObject({ size: 0, parts: 0 });
  });

  it('refuse a cursor that no listing gave', async () => {
    const answer = await root.send({ url: `${uploadsUrl()}?cursor=nonsense` });
    expect(answer.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'cursor' });
  });
});

describe('the direct way', () => {
  it('signs each part for the public address, bound to its checksum', async () => {
    const id = await start('direct.bin');
    const answer = await root.send({
      method: 'POST',
      url: urlOf('direct.bin', id, '/sign'),
      payload: { parts: [{ number: 1, crc32: sumOf(second) }] },
    });
    const url = new URL(answer.json().urls[0]);
    expect(url.origin).toBe(PUBLIC);
    const { probe } = (await root.send({ url: urlOf('direct.bin', id, '/parts') })).json();
    expect(new URL(probe).origin).toBe(PUBLIC);
    expect(url.searchParams.get('partNumber')).toBe('1');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toContain('x-amz-checksum-crc32');
  });

  it('is allowed to the page by its policy, and nothing else is', async () => {
    const { headers } = await test.anonymous.send({ url: '/buckets' });
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${PUBLIC};`);
  });
});
