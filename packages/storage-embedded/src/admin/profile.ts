import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { zipFiles } from '@stowage/storage-wire/zip-files';
import type { ApiRequest } from '../api-request.ts';
import type { Operation } from '../s3/operation.ts';

const LONGEST_MS = 600_000;

/** Resolves when the time is up or the client has disconnected. */
type Wait = () => Promise<void>;

interface Recorder {
  readonly file: string;
  record(wait: Wait): Promise<object>;
}

/** The supported ones of MinIO's profiles. */
const RECORDERS: ReadonlyMap<string, Recorder> = new Map<string, Recorder>([
  ['cpu', { file: 'cpu.cpuprofile', record: recordCpu }],
  ['mem', { file: 'mem.json', record: recordMemory }],
]);

/** A thread has only one profiler. */
let isRunning = false;

/**
 * MinIO's profile: recorded for a while, then sent as a zip. For heaps, only statistics are sent,
 * never contents.
 */
export const recordProfile: Operation = {
  name: 'Profile',
  action: 'admin:Profiling',
  run: async (request) => {
    const kinds = kindsOf(request);
    const wait = waitOf(request);
    if (isRunning) {
      throw new S3Error('SlowDown', 'A profile is being recorded already.');
    }
    isRunning = true;
    try {
      const files = await Promise.all(
        kinds.map(async ({ file, record }) => {
          return [`profile-${file}`, asBytes(await record(wait))] as const;
        }),
      );
      const body = zipFiles(Object.fromEntries(files));
      return { status: 200, headers: ['Content-Type', 'application/zip'], body };
    } finally {
      isRunning = false;
    }
  },
};

function asBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function kindsOf({ query }: ApiRequest) {
  const names = new Set((query.get('profilerType') ?? '').split(','));
  return [...names].map((name) => {
    const recorder = RECORDERS.get(name);
    if (recorder === undefined) {
      const message = `This store offers the profiles ${[...RECORDERS.keys()].join(' and ')} only.`;
      throw new S3Error('XMinioAdminInvalidArgument', message);
    }
    return recorder;
  });
}

function waitOf({ query, message }: ApiRequest): Wait {
  const duration = parseGoDuration(query.get('duration') || '1m') ?? 0;
  if (duration < 1 || duration > LONGEST_MS) {
    throw new S3Error('XMinioAdminInvalidArgument', 'The duration is 10m at most.');
  }
  return async () => {
    const over = new AbortController();
    const { signal } = over;
    await Promise.race([
      delay(duration, undefined, { signal }),
      once(message.socket, 'close', { signal }),
    ]);
    over.abort();
  };
}

/** Records the profile of this thread in the format of Chrome's DevTools. */
async function recordCpu(wait: Wait): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await wait();
    const { profile } = await session.post('Profiler.stop');
    return profile;
  } finally {
    session.disconnect();
  }
}

async function recordMemory(wait: Wait): Promise<object> {
  const before = memory();
  await wait();
  return { before, after: memory() };
}

function memory(): object {
  return {
    process: process.memoryUsage(),
    heap: getHeapStatistics(),
    spaces: getHeapSpaceStatistics(),
  };
}
