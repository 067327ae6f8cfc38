import { StorageRequestError } from '../errors.ts';
import type { AdminTransport } from './admin-transport.ts';
import { openInspection } from './inspection.ts';
import type { JsonObject } from './json.ts';
import { readDrive } from './server.ts';
import {
  type DiagnosticsOperations,
  type DriveActivity,
  type DriveSpeed,
  HEALTH_PARTS,
  type ObjectSpeed,
  type ObjectSpeeds,
} from './types-diagnostics.ts';

/** Maximum characters, enough for the report of a large cluster. */
const LONGEST_REPORT = 64 * 1024 * 1024;

export function diagnosticsOperations(transport: AdminTransport): DiagnosticsOperations {
  return {
    async healthReport({ parts, deadline, signal }) {
      const wanted = HEALTH_PARTS.map((part) => [part, String(parts.includes(part))]);
      const query = { deadline, ...Object.fromEntries(wanted) };
      const call = { method: 'GET', path: 'healthinfo', query, signal } as const;
      return reports(await transport.readLines(call, LONGEST_REPORT));
    },

    async driveSpeeds({ fileSize, blockSize, signal }) {
      const query = { filesize: String(fileSize), blocksize: String(blockSize) };
      const call = { method: 'POST', path: 'speedtest/drive', query, signal } as const;
      return driveSpeeds(await transport.readLines(call));
    },

    async networkSpeeds({ seconds, signal }) {
      const query = { duration: `${seconds}s` };
      try {
        const call = { method: 'POST', path: 'speedtest/net', query, signal } as const;
        const answer = await transport.readJson(call);
        return answer.objects('nodeResults').map((node) => ({
          endpoint: node.text('endpoint'),
          sent: node.number('tx'),
          received: node.number('rx'),
          error: node.text('error'),
        }));
      } catch (error) {
        if (error instanceof StorageRequestError && error.status === 501) {
          return undefined;
        }
        throw error;
      }
    },

    async objectSpeeds({ size, concurrency, seconds, signal }) {
      const amounts = { size: String(size), concurrent: String(concurrency) };
      const query = { ...amounts, duration: `${seconds}s` };
      const call = { method: 'POST', path: 'speedtest', query, signal } as const;
      return objectSpeeds(await transport.readLines(call));
    },

    recordProfile({ kinds, seconds, signal }) {
      const query = { profilerType: kinds.join(','), duration: `${seconds}s` };
      return transport.readStream({ method: 'POST', path: 'profile', query, signal });
    },

    async inspectData({ volume, file, signal }) {
      const query = { volume, file };
      return openInspection(
        await transport.readStream({ method: 'GET', path: 'inspect-data', query, signal }),
      );
    },

    async driveActivity(call = {}) {
      const info = await transport.readJson({ method: 'GET', path: 'storageinfo', ...call });
      return info.objects('Disks').map(readActivity);
    },

    async topLocks({ count, signal }) {
      const query = { count: String(count), stale: 'false' };
      const list = await transport.readJsonList({
        ...{ method: 'GET', path: 'top/locks', query },
        signal,
      });
      return list.map((lock) => ({
        resource: lock.text('resource'),
        type: lock.text('type'),
        since: lock.time('time'),
        source: lock.text('source'),
        owner: lock.text('owner'),
      }));
    },
  };
}

function readActivity(drive: JsonObject): DriveActivity {
  const metrics = drive.object('metrics');
  return {
    ...readDrive(drive),
    lastMinute: readLastMinute(metrics.object('lastMinute')),
    waiting: metrics.number('totalWaiting'),
    errors: metrics.number('totalErrorsAvailability'),
  };
}

/** Times are sums of nanoseconds, by the name of the call. */
function readLastMinute(actions: JsonObject): DriveActivity['lastMinute'] {
  const called = actions
    .entries()
    .map(([name, action]) => {
      return { name, calls: action.number('count'), time: action.number('acc_time_ns') / 1e6 };
    })
    .filter(({ calls }) => calls > 0);
  const [slowest] = called
    .map(({ name, calls, time }) => ({ name, latency: time / calls }))
    .sort((a, b) => b.latency - a.latency);
  if (slowest === undefined) {
    return undefined;
  }
  const calls = called.reduce((sum, action) => sum + action.calls, 0);
  const time = called.reduce((sum, action) => sum + action.time, 0);
  return { calls, latency: time / calls, slowest };
}

/** The first line contains only the version. */
async function* reports(lines: AsyncIterable<JsonObject>) {
  for await (const line of lines) {
    if (line.text('error') !== '') {
      const message = line.text('error');
      throw new StorageRequestError({ code: 'InternalError', status: 500, message });
    }
    if (line.text('timestamp') !== '') {
      yield line.all();
    }
  }
}

/** Empty results only indicate that the test is still running. */
async function* driveSpeeds(
  lines: AsyncIterable<JsonObject>,
): AsyncGenerator<readonly DriveSpeed[]> {
  for await (const line of lines) {
    const endpoint = line.text('endpoint');
    yield line.objects('drivePerf').map((drive) => ({
      endpoint,
      path: drive.text('path'),
      read: drive.number('readThroughput'),
      write: drive.number('writeThroughput'),
      error: drive.text('error'),
    }));
  }
}

async function* objectSpeeds(lines: AsyncIterable<JsonObject>): AsyncGenerator<ObjectSpeeds> {
  for await (const line of lines) {
    if (line.text('version') !== '') {
      yield {
        servers: line.number('servers'),
        drives: line.number('disks'),
        size: line.number('size'),
        concurrency: line.number('concurrent'),
        put: readSpeed(line.object('PUTStats')),
        get: readSpeed(line.object('GETStats')),
      };
    }
  }
}

function readSpeed(stats: JsonObject): ObjectSpeed {
  const times = stats.object('responseTime');
  return {
    throughput: stats.number('throughputPerSec'),
    objectsPerSecond: stats.number('objectsPerSec'),
    p50: times.number('p50') / 1e6,
    p99: times.number('p99') / 1e6,
  };
}
