import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Engine } from '../engine/types.ts';
import { jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { VERSION } from '../version.ts';
import { reportReply } from './report-reply.ts';

const MIB = 1024 * 1024;
const ACTION = 'admin:OBDInfo';
const BUCKET_PREFIX = 'stowage-speedtest-';
/** Direct I/O requires aligned memory and offsets. */
const WASM_PAGE = 64 * 1024;

/** Stores under test: concurrent tests would distort each other's results. */
const running = new WeakSet<Engine>();

function alone(engine: Engine, lines: AsyncGenerator<object>) {
  if (running.has(engine)) {
    throw new S3Error('SlowDown', 'A speed test is running already.');
  }
  running.add(engine);
  return reportReply(lines, () => running.delete(engine));
}

function numberOf(request: ApiRequest, name: string, { least, most, otherwise }: Limits): number {
  const text = request.query.get(name) ?? '';
  const value = text === '' ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    const message = `The parameter '${name}' must be a number from ${least} to ${most}.`;
    throw new S3Error('XMinioAdminInvalidArgument', message);
  }
  return value;
}

interface Limits {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

/** MinIO's drive test: writes and reads a file on each drive with direct I/O. */
export const testDrives: Operation = {
  name: 'DriveSpeedtest',
  action: ACTION,
  run: (request) => {
    const { engine, endpoint } = request.store;
    const block = numberOf(request, 'blocksize', {
      least: 4096,
      most: 64 * MIB,
      otherwise: 4 * MIB,
    });
    const limits = { least: block, most: 4096 * MIB, otherwise: 256 * MIB };
    const size = numberOf(request, 'filesize', limits);
    return alone(engine, driveSpeeds(engine, endpoint(), { block, size }));
  },
};

interface FileTest {
  readonly block: number;
  readonly size: number;
}

async function* driveSpeeds(
  engine: Engine,
  endpoint: string,
  test: FileTest,
): AsyncGenerator<object> {
  const drivePerf: object[] = [];
  for (const { path, state } of await engine.drives()) {
    if (state === 'ok') {
      drivePerf.push(await speedOf(path, test).catch((error) => ({ path, error: String(error) })));
      // Empty results tell the client that the test is still running.
      yield { version: '', endpoint: '' };
    }
  }
  yield { version: VERSION, endpoint, drivePerf };
}

async function speedOf(path: string, { block, size }: FileTest): Promise<object> {
  const pages = Math.ceil(block / WASM_PAGE);
  const bytes = Buffer.from(new WebAssembly.Memory({ initial: pages }).buffer, 0, block);
  randomBytes(Math.min(block, MIB)).copy(bytes);
  const file = join(path, 'tmp', `speed-${randomUUID()}`);
  const count = Math.max(1, Math.floor(size / block));
  try {
    const writeThroughput = await timed(
      file,
      constants.O_WRONLY | constants.O_CREAT,
      async (one) => {
        for (let i = 0; i < count; i++) {
          await one.write(bytes, 0, block, i * block);
        }
        await one.datasync();
        return count * block;
      },
    );
    const readThroughput = await timed(file, constants.O_RDONLY, async (one) => {
      for (let i = 0; i < count; i++) {
        await one.read(bytes, 0, block, i * block);
      }
      return count * block;
    });
    return { path, readThroughput, writeThroughput };
  } finally {
    await unlink(file).catch(() => undefined);
  }
}

/** Returns the bytes per second of some work on a file. */
async function timed(
  path: string,
  flags: number,
  work: (file: FileHandle) => Promise<number>,
): Promise<number> {
  const file = await openDirect(path, flags);
  try {
    const begun = performance.now();
    const bytes = await work(file);
    return Math.round((bytes * 1000) / (performance.now() - begun));
  } finally {
    await file.close();
  }
}

/** Uses direct I/O where the file system supports it. */
function openDirect(path: string, flags: number): Promise<FileHandle> {
  return open(path, flags | constants.O_DIRECT, 0o600).catch(() => open(path, flags, 0o600));
}

/** MinIO's test of the object layer: puts and gets objects for a while, then removes them. */
export const testObjects: Operation = {
  name: 'Speedtest',
  action: ACTION,
  run: (request) => {
    const { engine } = request.store;
    const size = numberOf(request, 'size', { least: 1, most: 1024 * MIB, otherwise: 4 * MIB });
    const concurrent = numberOf(request, 'concurrent', { least: 1, most: 256, otherwise: 8 });
    const duration = parseGoDuration(request.query.get('duration') || '10s') ?? 0;
    if (duration < 1000 || duration > 600_000) {
      throw new S3Error('XMinioAdminInvalidArgument', 'The duration is from 1s to 10m.');
    }
    return alone(engine, objectSpeeds(request, { size, concurrent, duration }));
  },
};

interface ObjectTest {
  readonly size: number;
  readonly concurrent: number;
  readonly duration: number;
}

/** What workers achieved in a period. */
interface Run {
  readonly count: number;
  readonly seconds: number;
  /** Milliseconds of each operation, sorted. */
  readonly times: readonly number[];
}

async function* objectSpeeds({ store }: ApiRequest, test: ObjectTest): AsyncGenerator<object> {
  const { engine } = store;
  const bucket = BUCKET_PREFIX + randomBytes(4).toString('hex');
  const drives = await engine.drives();
  const about = { version: VERSION, servers: 1, disks: drives.length };
  const shape = { size: test.size, concurrent: test.concurrent };
  await engine.createBucket({ name: bucket, region: '', objectLock: false });
  const keys: string[] = [];
  try {
    const content = randomBytes(Math.min(test.size, MIB));
    const puts = await workers(test, async (n) => {
      await engine.putObject({
        bucket,
        key: `object-${n}`,
        attributes: PLAIN,
        body: bodyOf(content, test.size),
      });
      keys.push(`object-${n}`);
    });
    const PUTStats = statsOf(puts, test, store.endpoint());
    yield { ...about, ...shape, PUTStats, GETStats: statsOf(NOTHING, test, store.endpoint()) };
    const gets = await workers(test, async (n) => {
      const object = engine.getObject(bucket, keys[n % keys.length] ?? '');
      if (object) {
        for await (const _ of engine.readObject(object));
      }
    });
    yield { ...about, ...shape, PUTStats, GETStats: statsOf(gets, test, store.endpoint()) };
  } finally {
    await engine.deleteObjects(keys.map((key) => ({ bucket, key })));
    await engine.deleteBucket(bucket);
  }
}

const NOTHING: Run = { count: 0, seconds: 1, times: [] };
const PLAIN = {
  ...{ contentType: 'application/octet-stream', headers: {}, metadata: {}, tags: {} },
  storageClass: 'STANDARD',
};

function bodyOf(piece: Buffer, size: number) {
  function* pieces() {
    for (let left = size; left > 0; left -= piece.length) {
      yield piece.subarray(0, left);
    }
  }
  return { source: Readable.from(pieces()), size };
}

async function workers(
  { concurrent, duration }: ObjectTest,
  work: (n: number) => Promise<void>,
): Promise<Run> {
  const begun = performance.now();
  const times: number[] = [];
  let next = 0;
  const one = async () => {
    while (performance.now() - begun < duration) {
      const since = performance.now();
      await work(next++);
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, one));
  const seconds = (performance.now() - begun) / 1000;
  return { count: times.length, seconds, times: times.sort((a, b) => a - b) };
}

/** MinIO's SpeedTestStats; times in nanoseconds. */
function statsOf({ count, seconds, times }: Run, { size }: ObjectTest, endpoint: string): object {
  const at = (share: number) => Math.round((times[Math.floor(share * (count - 1))] ?? 0) * 1e6);
  const sum = times.reduce((total, time) => total + time, 0);
  const objectsPerSec = Math.round(count / seconds);
  const throughputPerSec = Math.round((count * size) / seconds);
  return {
    throughputPerSec,
    objectsPerSec,
    responseTime: {
      avg: count === 0 ? 0 : Math.round((sum / count) * 1e6),
      ...{ p50: at(0.5), p75: at(0.75), p95: at(0.95), p99: at(0.99) },
      ...{
        long_5p: at(0.95),
        short_5p: at(0.05),
        max: at(1),
        min: at(0),
        std_dev: 0,
        range: at(1) - at(0),
      },
    },
    servers: [{ endpoint, throughputPerSec, objectsPerSec, err: '' }],
  };
}

/** As on a single MinIO server, there is no network between servers. */
export const testNetwork: Operation = {
  name: 'Netperf',
  action: ACTION,
  run: () => {
    throw new S3Error('NotImplemented');
  },
};

/** MinIO's held locks: this store has none that outlive a step of a request. */
export const listLocks: Operation = {
  name: 'TopLocks',
  action: 'admin:TopLocksInfo',
  run: () => jsonReply([]),
};
