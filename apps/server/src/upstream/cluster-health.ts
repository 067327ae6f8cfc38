import type { StorageDispatcher } from '@stowage/storage-client/dispatcher';
import { ConsoleError } from '../console-error.ts';

const ANSWER_MS = 3000;
const KEEP_MS = 15_000;

/** What the storage server says of its own health. */
export interface ClusterHealth {
  /** Whether it answers HTTP at all. */
  isReady(): Promise<boolean>;
  /** Whether a write needs more than one drive; remembered for a short while. */
  isDistributed(): Promise<boolean>;
}

/** Asks the health endpoints of MinIO, which need no credentials. */
export function clusterHealth(
  endpoint: () => string,
  dispatcher: StorageDispatcher,
  now: () => number = Date.now,
): ClusterHealth {
  let known: { until: number; answer: Promise<boolean> } | undefined;
  let last: boolean | undefined;

  async function ask(path: string): Promise<Answer> {
    const origin = endpoint();
    const signal = AbortSignal.timeout(ANSWER_MS);
    const call = { origin, path, method: 'GET', signal } as const;
    const answer = await dispatcher.request(call).catch(unreachable);
    answer.body.on('error', () => {}).destroy();
    return answer;
  }

  return {
    async isReady() {
      try {
        return (await ask('/minio/health/live')).statusCode < 500;
      } catch {
        // Whatever keeps it from answering, it is not ready.
        return false;
      }
    },
    isDistributed() {
      if (known && known.until > now()) return known.answer;
      const answer = ask('/minio/health/cluster').then(
        (healthy) => {
          last = needsSeveralDrives(healthy);
          return last;
        },
        (error) => {
          // Drives do not become more while a server is slow to say how many it has.
          if (last === undefined) throw error;
          return last;
        },
      );
      known = { until: now() + KEEP_MS, answer };
      answer.catch(() => {
        known = undefined;
      });
      return answer;
    },
  };
}

type Answer = Awaited<ReturnType<StorageDispatcher['request']>>;

function unreachable(cause: unknown): never {
  throw new ConsoleError('StorageUnreachable', { cause });
}

/** A server with one drive, and one that is not MinIO, names no quorum above one. */
function needsSeveralDrives({ headers }: Answer): boolean {
  return Number(headers['x-minio-write-quorum'] ?? 0) > 1;
}
