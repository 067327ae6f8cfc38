/**
 * The load generator, in a separate process: runs one operation with a number of clients for some
 * seconds. Reads its task as JSON from the command line and prints its result as JSON.
 */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { createSigner, type Signer } from './signer.ts';

export interface LoadTask {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly operation: 'put' | 'get' | 'stat' | 'list' | 'delete' | 'fill';
  readonly clients: number;
  /** Size of each object in bytes. */
  readonly size: number;
  /** Stops after this time, or after `count` operations. */
  readonly seconds: number;
  readonly count: number;
  readonly keyPrefix: string;
}

export interface LoadResult {
  readonly done: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

/** Scatters the keys over the key space, so that they are not written in order. */
const keyOf = (prefix: string, index: number): string =>
  `${prefix}${((index * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}-${index}`;

type Call = (index: number) => Promise<void>;

function caller(task: LoadTask, pool: Pool, sign: Signer): Call {
  const payload = randomBytes(task.size);
  const send = async (method: string, path: string, query: string, body?: Buffer) => {
    const headers = sign(method, path, query, body);
    const full = query === '' ? path : `${path}?${query}`;
    const answer = await pool.request({
      method: method as 'GET',
      path: full,
      headers,
      body: body ?? null,
      // By default a HEAD closes its connection, which would then measure connecting.
      reset: false,
    });
    await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
    if (answer.statusCode >= 300) throw new Error(`${method} ${full}: ${answer.statusCode}`);
  };
  const object = (index: number) => `/${task.bucket}/${keyOf(task.keyPrefix, index)}`;
  switch (task.operation) {
    case 'put':
    case 'fill':
      return (index) => send('PUT', object(index), '', payload);
    case 'get':
      return (index) => send('GET', object(index % task.count), '');
    case 'stat':
      return (index) => send('HEAD', object(index % task.count), '');
    case 'delete':
      return (index) => send('DELETE', object(index), '');
    case 'list':
      return () => send('GET', `/${task.bucket}`, 'list-type=2&max-keys=1000');
  }
}

const isBounded = (task: LoadTask): boolean =>
  task.operation === 'delete' || task.operation === 'fill';

async function run(task: LoadTask): Promise<LoadResult> {
  const pool = new Pool(task.endpoint, { connections: task.clients, pipelining: 1 });
  const call = caller(task, pool, createSigner(task));
  const times: number[] = [];
  let next = 0;
  let errors = 0;
  const start = performance.now();
  const isOver = () =>
    (!isBounded(task) && performance.now() - start > task.seconds * 1000) ||
    ((isBounded(task) || task.operation === 'put') && next >= task.count);
  const client = async () => {
    while (!isOver()) {
      const index = next++;
      const begun = performance.now();
      try {
        await call(index);
        times.push(performance.now() - begun);
      } catch (error) {
        errors += 1;
        if (errors === 1) process.stderr.write(`${String(error)}\n`);
        if (errors > 100) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: task.clients }, client));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    done: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    errors,
  };
}

const result = await run(JSON.parse(process.argv[2] ?? '{}') as LoadTask);
process.stdout.write(JSON.stringify(result));
