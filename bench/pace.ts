/**
 * The load generator of the trace benchmark, in a separate process: looks up an object at a steady
 * pace, or as fast as the server answers if that is slower. Receives tasks as messages, one at a
 * time.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import type { Server } from './servers.ts';
import { createSigner } from './signer.ts';

export const PACE_BUCKET = 'traced';
const CLIENTS = 64;

interface PaceTask {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Maximum calls per second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface PaceResult {
  readonly calls: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

async function pace({ rate, seconds, ...server }: PaceTask): Promise<PaceResult> {
  const pool = new Pool(server.endpoint, { connections: CLIENTS, pipelining: 1 });
  const sign = createSigner(server);
  const path = `/${PACE_BUCKET}/a`;
  const times: number[] = [];
  const start = performance.now();
  let begun = 0;
  const client = async () => {
    for (;;) {
      const due = start + (begun++ / rate) * 1000;
      if (due > start + seconds * 1000) return;
      const wait = due - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const from = performance.now();
      if (from > start + seconds * 1000) return;
      const headers = sign('HEAD', path, '');
      const answer = await pool.request({ method: 'HEAD', path, headers, reset: false });
      await answer.body.dump();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const took = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { calls: times.length, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

export interface Pace {
  load(storage: Server, rate: number, seconds: number): Promise<PaceResult>;
  stop(): void;
}

/** Starts the process. */
export function startPace(): Pace {
  const child = fork(new URL(import.meta.url).pathname);
  return {
    async load({ endpoint, accessKey, secretKey }, rate, seconds) {
      child.send({ endpoint, accessKey, secretKey, rate, seconds } satisfies PaceTask);
      const [result] = await once(child, 'message');
      return result as PaceResult;
    },
    stop: () => child.disconnect(),
  };
}

if (import.meta.main) {
  process.on('message', async (task) => process.send?.(await pace(task as PaceTask)));
}
