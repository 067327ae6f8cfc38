/** Uploads and downloads one object of 1 GiB, directly at the storage and through the console. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { logIn } from './console-login.ts';
import { type Server, startConsole } from './servers.ts';
import { createSigner } from './signer.ts';
import { createBucket } from './storage.ts';
import type { Row } from './table.ts';

const MiB = 1024 * 1024;
const SIZE = Number(process.env.BENCH_TRANSFER_MIB ?? 1024) * MiB;
const block = randomBytes(MiB);

function* blocks(before?: Buffer, after?: Buffer): Generator<Buffer> {
  if (before !== undefined) yield before;
  for (let sent = 0; sent < SIZE; sent += MiB) yield block;
  if (after !== undefined) yield after;
}

async function timed(transfer: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const status = await transfer();
  if (status !== 200) throw new Error(`a transfer was answered with ${status}`);
  return SIZE / MiB / ((performance.now() - start) / 1000);
}

async function drained(body: Readable): Promise<void> {
  let received = 0;
  for await (const chunk of body) received += (chunk as Buffer).length;
  if (received !== SIZE) throw new Error(`${received} bytes arrived instead of ${SIZE}`);
}

async function direct(storage: Server): Promise<{ up: number; down: number }> {
  const sign = createSigner(storage);
  const unsigned = { 'content-length': String(SIZE) };
  const up = await timed(async () => {
    const headers = { ...sign('PUT', '/transfer/direct', '', 'UNSIGNED-PAYLOAD'), ...unsigned };
    const answer = await request(`${storage.endpoint}/transfer/direct`, {
      method: 'PUT',
      headers,
      body: Readable.from(blocks()),
      headersTimeout: 0,
    });
    await answer.body.dump();
    return answer.statusCode;
  });
  const down = await timed(async () => {
    const answer = await request(`${storage.endpoint}/transfer/direct`, {
      headers: sign('GET', '/transfer/direct', ''),
    });
    await drained(answer.body);
    return answer.statusCode;
  });
  return { up, down };
}

async function throughConsole(console: Server): Promise<{ up: number; down: number }> {
  const cookie = await logIn(console);
  const boundary = 'stowage-bench-boundary';
  const before = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${SIZE}"; filename="proxied"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const objects = `${console.endpoint}/api/v1/buckets/transfer/objects`;
  const up = await timed(async () => {
    const answer = await request(`${objects}/upload`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(before.length + SIZE + after.length),
      },
      body: Readable.from(blocks(before, after)),
      headersTimeout: 0,
    });
    await answer.body.dump();
    return answer.statusCode;
  });
  const down = await timed(async () => {
    const prefix = Buffer.from('proxied').toString('base64');
    const answer = await request(`${objects}/download?prefix=${prefix}`, { headers: { cookie } });
    await drained(answer.body);
    return answer.statusCode;
  });
  return { up, down };
}

/** Measures MiB per second and the console's peak memory, in front of each server. */
export async function transfers(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const storage of servers) {
    await createBucket(storage, 'transfer');
    const console = await startConsole(storage);
    const straight = await direct(storage);
    const proxied = await throughConsole(console);
    const memory = (await console.peakMemory()) / MiB;
    await console.stop();
    rows.push([
      storage.name,
      'up',
      straight.up,
      proxied.up,
      (proxied.up / straight.up).toFixed(2),
      memory,
    ]);
    rows.push([
      storage.name,
      'down',
      straight.down,
      proxied.down,
      (proxied.down / straight.down).toFixed(2),
      memory,
    ]);
  }
  return rows;
}
