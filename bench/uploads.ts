/**
 * Uploads one large file in parts of 16 MiB, four at a time, as the web app does: directly to the
 * storage, through the console, and directly with URLs signed by the console. The ways alternate
 * for a number of rounds (BENCH_ROUNDS, default 3); the fastest round counts. BENCH_UPLOAD_MIB is
 * the size.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createS3Client } from '@stowage/storage-client/s3';
import { request } from 'undici';
import { logIn } from './console-login.ts';
import { type Server, startConsole } from './servers.ts';
import { createBucket } from './storage.ts';
import type { Row } from './table.ts';

const MiB = 1024 * 1024;
const PART = 16 * MiB;
const AT_ONCE = 4;
const BUCKET = 'uploads';
const SIZE = Number(process.env.BENCH_UPLOAD_MIB ?? 2048) * MiB;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

const body = randomBytes(PART);
const sum = Buffer.alloc(4);
sum.writeUInt32BE(crc32(body));
const crc = sum.toString('base64');
const numbers = Array.from({ length: SIZE / PART }, (_, index) => index + 1);

interface Part {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly crc32: string;
}

/** A way to upload a file: start, one part, end. */
interface Way {
  start(key: string): Promise<string>;
  part(key: string, upload: string, number: number): Promise<string>;
  complete(key: string, upload: string, parts: readonly Part[]): Promise<unknown>;
}

async function mebibytesPerSecond(way: Way, key: string): Promise<number> {
  const begin = performance.now();
  const upload = await way.start(key);
  const waiting = [...numbers];
  const parts: Part[] = [];
  const work = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const etag = await way.part(key, upload, number);
      parts.push({ number, size: PART, etag, crc32: crc });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  parts.sort((a, b) => a.number - b.number);
  await way.complete(key, upload, parts);
  return SIZE / MiB / ((performance.now() - begin) / 1000);
}

function straight(storage: Server): Way {
  const { endpoint, accessKey, secretKey } = storage;
  const credentials = { accessKey, secretKey };
  const s3 = createS3Client({ endpoint, region: 'us-east-1', credentials });
  const place = (key: string, uploadId: string) => ({ bucket: BUCKET, key, uploadId });
  return {
    start: (key) => s3.createMultipartUpload({ bucket: BUCKET, key, withCrc32: true }),
    async part(key, id, partNumber) {
      const part = { ...place(key, id), partNumber, body, size: PART, crc32: crc };
      return (await s3.uploadPart(part)).etag;
    },
    complete: (key, id, parts) =>
      s3.completeMultipartUpload({
        ...place(key, id),
        parts: parts.map(({ number, ...part }) => ({ partNumber: number, ...part })),
      }),
  };
}

async function json(url: string, cookie: string, method: string, payload: object) {
  const headers = { cookie, 'content-type': 'application/json' };
  const answer = await request(url, { method, headers, body: JSON.stringify(payload) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${await answer.body.text()}`);
  return answer.body.json() as Promise<Record<string, unknown>>;
}

async function put(url: string, headers: Record<string, string>) {
  const answer = await request(url, { method: 'PUT', headers, body, headersTimeout: 0 });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${await answer.body.text()}`);
  return answer;
}

/**
 * Uploads with the web app's calls; with `direct` the parts are sent to URLs that the console has
 * signed.
 */
function throughConsole(console: Server, cookie: string, direct: boolean): Way {
  const uploads = `${console.endpoint}/api/v1/buckets/${BUCKET}/uploads`;
  const pathOf = (key: string) => encodeURIComponent(Buffer.from(key).toString('base64'));
  return {
    start: async (key) => String((await json(uploads, cookie, 'POST', { path: key })).upload_id),
    async part(key, id, number) {
      if (direct) {
        const url = `${uploads}/${id}/sign?path=${pathOf(key)}`;
        const parts = [{ number, crc32: crc }];
        const { urls } = await json(url, cookie, 'POST', { parts });
        const stored = await put((urls as string[])[0] ?? '', { 'x-amz-checksum-crc32': crc });
        await stored.body.dump();
        return String(stored.headers.etag).replaceAll('"', '');
      }
      const query = `path=${pathOf(key)}&crc32=${encodeURIComponent(crc)}`;
      const url = `${uploads}/${id}/parts/${number}?${query}`;
      const stored = await put(url, { cookie, 'content-type': 'application/octet-stream' });
      return ((await stored.body.json()) as { etag: string }).etag;
    },
    complete: (key, id, parts) =>
      json(`${uploads}/${id}/complete?path=${pathOf(key)}`, cookie, 'POST', { parts }),
  };
}

async function measure(storage: Server): Promise<Row> {
  await createBucket(storage, BUCKET);
  const console = await startConsole(storage);
  const cookie = await logIn(console, storage);
  const ways = [
    straight(storage),
    throughConsole(console, cookie, false),
    throughConsole(console, cookie, true),
  ];
  const best = ways.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const turn of ways.keys()) {
      // Rotates the order, so that no way benefits from the state of the drives more often than
      // another.
      const index = (turn + round) % ways.length;
      const way = ways[index];
      if (!way) continue;
      // The key is reused, so the previous object is deleted and the disk does not fill up.
      const speed = await mebibytesPerSecond(way, 'file');
      process.stderr.write(`${storage.name} way ${index}: ${speed.toFixed(0)} MiB/s\n`);
      best[index] = Math.max(best[index] ?? 0, speed);
    }
  }
  const memory = (await console.peakMemory()) / MiB;
  await console.stop();
  const [own = 1, proxied = 0, direct = 0] = best;
  const share = (speed: number) => (speed / own).toFixed(2);
  return [storage.name, own, proxied, share(proxied), direct, share(direct), memory];
}

export const UPLOAD_COLUMNS = [
  ...['storage', 'straight', 'through the console', 'ratio', 'direct way', 'ratio'],
  'console peak MiB',
];

/** Measures MiB per second for each way, and the console's peak memory, in front of each server. */
export async function largeUploads(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const storage of servers) rows.push(await measure(storage));
  return rows;
}
