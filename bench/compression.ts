/**
 * Compressible text on the embedded store and MinIO, without and with compression: whole objects,
 * and short ranges in the middle of a large one. Both write to their own drives, alternating per
 * table cell.
 */
import { Readable } from 'node:stream';
import { createAdminClient } from '@stowage/storage-client/admin';
import { request } from 'undici';
import type { Server } from './servers.ts';
import { createSigner } from './signer.ts';
import { createBucket } from './storage.ts';
import type { Row } from './table.ts';

const MIB = 1024 * 1024;
const OBJECT_MIB = 64;
const OBJECTS = Number(process.env.BENCH_OBJECTS ?? '6');
const LARGE_MIB = Number(process.env.BENCH_LARGE_MIB ?? '1024');
const RANGES = 60;
const RANGE_BYTES = 1000;
const BUCKET = 'compressed';

export const COMPRESSION_COLUMNS = [
  'storage',
  'compression',
  'put (MiB/s)',
  'get (MiB/s)',
  `range of ${RANGE_BYTES} bytes: p50 (ms)`,
  'p99 (ms)',
];

/** Generates log lines with a small vocabulary and non-repeating numbers. */
function logLines(bytes: number): Buffer {
  const methods = ['GET', 'PUT', 'HEAD', 'DELETE', 'LIST'];
  const lines: string[] = [];
  let size = 0;
  for (let n = 0; size < bytes; n += 1) {
    const id = ((n * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
    const line = `2026-11-22T19:${n % 60}:${(n * 7) % 60}.${n % 1000}Z INFO ${methods[n % 5]} /bucket-${n % 40}/year/2026/${id}.jpg 200 ${(n * 7919) % 100_000} bytes in ${n % 97} ms\n`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(lines.join('')).subarray(0, bytes);
}

async function* repeated(piece: Buffer, times: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < times; n += 1) yield piece;
}

/** Returns the seconds until the last byte of a call. */
async function timed(
  server: Server,
  call: {
    readonly method: 'GET' | 'PUT';
    readonly key: string;
    readonly headers?: Record<string, string>;
    readonly body?: AsyncIterable<Buffer>;
  },
): Promise<number> {
  const path = `/${BUCKET}/${call.key}`;
  const signed = createSigner(server)(call.method, path, '', call.body && 'UNSIGNED-PAYLOAD');
  const begun = performance.now();
  const answer = await request(`${server.endpoint}${path}`, {
    method: call.method,
    headers: { ...signed, ...call.headers },
    body: call.body ? Readable.from(call.body) : null,
  });
  await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
  if (answer.statusCode >= 300) throw new Error(`${server.name}: ${path}: ${answer.statusCode}`);
  return (performance.now() - begun) / 1000;
}

function put(server: Server, key: string, text: Buffer, times: number): Promise<number> {
  const headers = { 'content-length': String(text.length * times), 'content-type': 'text/plain' };
  return timed(server, { method: 'PUT', key, headers, body: repeated(text, times) });
}

/** Returns the milliseconds of ranges around the middle of an object, sorted. */
async function ranges(server: Server, key: string, size: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < RANGES; n += 1) {
    const start = Math.floor(size / 2) + n * 3 * MIB;
    const headers = { range: `bytes=${start}-${start + RANGE_BYTES - 1}` };
    times.push((await timed(server, { method: 'GET', key, headers })) * 1000);
  }
  return times.sort((a, b) => a - b);
}

async function measured(server: Server, compression: 'off' | 'on', text: Buffer): Promise<Row> {
  const { endpoint, accessKey, secretKey } = server;
  const admin = createAdminClient({
    ...{ endpoint, region: 'us-east-1', credentials: { accessKey, secretKey } },
  });
  await admin.setConfig({ text: `compression enable=${compression}` });
  const perObject = (OBJECT_MIB * MIB) / text.length;
  let [written, read] = [0, 0];
  for (let n = 0; n < OBJECTS; n += 1) {
    written += await put(server, `${compression}-${n}.log`, text, perObject);
  }
  for (let n = 0; n < OBJECTS; n += 1) {
    read += await timed(server, { method: 'GET', key: `${compression}-${n}.log` });
  }
  const large = `${compression}-large.log`;
  await put(server, large, text, (LARGE_MIB * MIB) / text.length);
  const times = await ranges(server, large, LARGE_MIB * MIB);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  const mib = OBJECTS * OBJECT_MIB;
  return [server.name, compression, mib / written, mib / read, at(0.5), at(0.99)];
}

/** Measures each server without and with compression, alternating. */
export async function compressedObjects(servers: readonly Server[]): Promise<Row[]> {
  const text = logLines(4 * MIB);
  const rows: Row[] = [];
  for (const server of servers) await createBucket(server, BUCKET);
  for (const compression of ['off', 'on'] as const) {
    for (const server of servers) {
      rows.push(await measured(server, compression, text));
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  return rows;
}
