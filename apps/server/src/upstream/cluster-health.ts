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
export function clusterHealth(endpoint: () => string, now: () => number = Date.now): ClusterHealth {
  let known: { until: number; answer: Promise<boolean> } | undefined;

  async function ask(path: string): Promise<Response> {
    const url = new URL(path, endpoint());
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { redirect: 'manual', signal }).catch(unreachable);
    await response.body?.cancel();
    return response;
  }

  return {
    async isReady() {
      try {
        return (await ask('/minio/health/live')).status < 500;
      } catch {
        // Whatever keeps it from answering, it is not ready.
        return false;
      }
    },
    isDistributed() {
      if (known && known.until > now()) return known.answer;
      const answer = ask('/minio/health/cluster').then(needsSeveralDrives);
      known = { until: now() + KEEP_MS, answer };
      answer.catch(() => {
        known = undefined;
      });
      return answer;
    },
  };
}

function unreachable(cause: unknown): never {
  throw new ConsoleError('StorageUnreachable', { cause });
}

/** A server with one drive, and one that is not MinIO, names no quorum above one. */
function needsSeveralDrives({ headers }: Response): boolean {
  return Number(headers.get('x-minio-write-quorum') ?? 0) > 1;
}
