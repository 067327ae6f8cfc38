import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { form } from '../../testing/form.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'bounds';
const UPLOAD = `/api/v1/buckets/${BUCKET}/objects/upload`;
const DOWNLOAD = `/api/v1/buckets/${BUCKET}/objects/download?prefix=large.bin`;
/** More than the socket buffers between storage, console and browser hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

let test: TestConsole;

beforeAll(async () => {
  // Four transfers per session: both kinds in two windows.
  test = await startTestConsole({ transfers: { uploads: 1, downloads: 1 } });
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.s3.putObject({ bucket: BUCKET, key: 'large.bin', size: LARGE.length, body: LARGE });
  await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

function open(caller: TestCaller, method: string, path: string, headers: object = {}) {
  const { port } = test.app.server.address() as AddressInfo;
  const made = request({
    port,
    method,
    path,
    headers: { ...caller.session, 'sec-fetch-site': 'same-origin', ...headers },
  });
  made.on('error', () => undefined);
  onTestFinished(() => {
    made.destroy();
  });
  return made;
}

async function answerOf(made: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(made, 'response');
  return response as IncomingMessage;
}

/** A download of which only the headers are read. */
async function slowDownload(caller: TestCaller) {
  const made = open(caller, 'GET', DOWNLOAD);
  made.end();
  expect((await answerOf(made)).statusCode).toBe(200);
  return made;
}

/** A form with an endless file. */
function slowUpload(caller: TestCaller, size?: string) {
  const { headers, payload } = form([
    { name: 'slow.bin', content: 'begun', ...(size && { size }) },
  ]);
  const made = open(caller, 'POST', UPLOAD, { ...headers, 'transfer-encoding': 'chunked' });
  made.write(payload.subarray(0, payload.lastIndexOf('begun') + 2));
  return made;
}

describe('transfers at the same time', () => {
  it('are bounded for a session, and nobody else waits for them', async () => {
    const greedy = await test.logIn();
    for (let count = 0; count < 3; count += 1) await slowDownload(greedy);
    const last = await slowDownload(greedy);
    const refused = await greedy.send({ url: DOWNLOAD });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 429, errorCode: 'TooManyRequests' });
    const upload = form([{ name: 'a.txt', content: 'a' }]);
    expect((await greedy.send({ method: 'POST', url: UPLOAD, ...upload })).statusCode).toBe(429);

    const other = await test.logIn();
    expect((await other.send({ method: 'POST', url: UPLOAD, ...upload })).statusCode).toBe(200);
    expect((await greedy.send({ url: '/api/v1/buckets' })).statusCode).toBe(200);

    last.destroy();
    await expect
      .poll(async () => (await greedy.send({ method: 'POST', url: UPLOAD, ...upload })).statusCode)
      .toBe(200);
  });

  it('hold little of files whose length nobody tells: further ones are refused', async () => {
    const callers = await Promise.all(Array.from({ length: 5 }, () => test.logIn()));
    const uploads = callers.flatMap((caller) =>
      Array.from({ length: 4 }, () => slowUpload(caller, 'file')),
    );
    const answers = uploads.map(async (made) => (await answerOf(made)).statusCode);
    // Sixteen may queue; four are rejected at once.
    const first = await Promise.race(answers);
    expect(first).toBe(429);
    const sized = form([{ name: 'sized.txt', content: 'a' }]);
    const [caller] = callers;
    if (!caller) throw new Error('nobody is logged in');
    for (const made of uploads) made.destroy();
    await expect
      .poll(async () => (await caller.send({ method: 'POST', url: UPLOAD, ...sized })).statusCode)
      .toBe(200);
    await Promise.allSettled(answers);
  });
});
