import type { StorageDispatcher } from '@stowage/storage-client/dispatcher';
import { ConsoleError } from '../console-error.ts';

const ANSWER_MS = 3000;
const KEEP_MS = 15_000;

/** The storage server's own report of its health. */
export interface ClusterHealth {
  /** Whether it responds to HTTP at all. */
  isReady(): Promise<boolean>;
  /** Whether a write needs more than one drive; cached briefly. */
  isDistributed(): Promise<boolean>;
}

/** Queries MinIO's health endpoints, which need no credentials. */
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
        // Whatever the reason for not responding, it is not ready.
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
          // The number of drives does not change while a server is slow to report it.
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

/** A server with a single drive, or other than MinIO, reports no quorum above one. */
function needsSeveralDrives({ headers }: Answer): boolean {
  return Number(headers['x-minio-write-quorum'] ?? 0) > 1;
}
