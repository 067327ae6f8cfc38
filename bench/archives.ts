/** Downloads a folder as one zip through the console: 10,000 small objects, and three of 2 GiB. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { logIn } from './console-login.ts';
import { type Server, startConsole } from './servers.ts';
import { createSigner } from './signer.ts';
import { createBucket } from './storage.ts';
import type { Row } from './table.ts';

const MiB = 1024 * 1024;
const block = randomBytes(MiB);
const FOLDERS = [
  { prefix: 'small/', count: 10_000, size: 4096 },
  { prefix: 'large/', count: 3, size: Number(process.env.BENCH_ARCHIVE_MIB ?? 2048) * MiB },
];
type Folder = (typeof FOLDERS)[number];
/** Number of concurrent puts. */
const WRITERS = 16;

function* bytes(size: number): Generator<Buffer> {
  for (let sent = 0; sent < size; sent += MiB) yield block.subarray(0, Math.min(MiB, size - sent));
}

async function fill(storage: Server, { prefix, count, size }: Folder): Promise<void> {
  const sign = createSigner(storage);
  let next = 0;
  const write = async () => {
    while (next < count) {
      const path = `/archive/${prefix}${next++}`;
      const headers = sign('PUT', path, '', 'UNSIGNED-PAYLOAD');
      const answer = await request(`${storage.endpoint}${path}`, {
        method: 'PUT',
        headers: { ...headers, 'content-length': String(size) },
        body: Readable.from(bytes(size)),
        headersTimeout: 0,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`put ${path}: ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(WRITERS, count) }, write));
}

/** Returns the size of the zip in bytes and the duration in seconds. */
async function download(console: Server, { prefix, count, size }: Folder) {
  const cookie = await logIn(console);
  const wire = Buffer.from(prefix).toString('base64');
  const start = performance.now();
  const answer = await request(
    `${console.endpoint}/api/v1/buckets/archive/objects/download?prefix=${encodeURIComponent(wire)}`,
    { headers: { cookie } },
  );
  let received = 0;
  for await (const chunk of answer.body) received += (chunk as Buffer).length;
  if (answer.statusCode !== 200 || received < count * size) {
    throw new Error(`the zip of ${prefix}: ${answer.statusCode}, ${received} bytes`);
  }
  return { received, seconds: (performance.now() - start) / 1000 };
}

/**
 * Measures seconds, objects per second, MiB per second and the console's peak memory, in front of
 * each server.
 */
export async function archives(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const storage of servers) {
    await createBucket(storage, 'archive');
    for (const folder of FOLDERS) {
      await fill(storage, folder);
      const console = await startConsole(storage);
      const before = (await console.peakMemory()) / MiB;
      const { received, seconds } = await download(console, folder);
      const memory = (await console.peakMemory()) / MiB;
      await console.stop();
      const size = folder.size < MiB ? `${folder.size / 1024} KiB` : `${folder.size / MiB} MiB`;
      const what = `${folder.count.toLocaleString('en')} × ${size}`;
      const rate = received / MiB / seconds;
      rows.push([
        storage.name,
        what,
        seconds,
        (folder.count / seconds).toPrecision(3),
        rate,
        before,
        memory,
      ]);
    }
  }
  return rows;
}
