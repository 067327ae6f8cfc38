/** Small objects, large objects and listings: compares two servers, alternating per table cell. */
import { request } from 'undici';
import { measure } from './measure.ts';
import type { Server } from './servers.ts';
import { createSigner } from './signer.ts';
import type { Row } from './table.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const OPERATIONS = ['put', 'get', 'stat', 'list', 'delete'] as const;
const CLIENTS = [1, 8, 32] as const;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const LISTED_KEYS = Number(process.env.BENCH_KEYS ?? 100_000);

export async function createBucket(server: Server, bucket: string): Promise<void> {
  const answer = await request(`${server.endpoint}/${bucket}`, {
    method: 'PUT',
    headers: createSigner(server)('PUT', `/${bucket}`, ''),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200)
    throw new Error(`${server.name}: bucket ${bucket}: ${answer.statusCode}`);
}

const ratio = (ours: number, peers: number): string => `${(ours / peers).toFixed(2)}×`;

/**
 * Measures operations per second with 4 KiB objects. A put cell leaves the objects that get, stat
 * and delete use.
 */
export async function smallObjects(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const server of servers) await createBucket(server, 'small');
  for (const clients of CLIENTS) {
    const stored = new Map<Server, number>();
    for (const operation of OPERATIONS) {
      const rates: number[] = [];
      for (const server of servers) {
        const count = operation === 'put' ? 1_000_000 : (stored.get(server) ?? 1);
        const result = await measure(server, {
          bucket: 'small',
          operation,
          clients,
          size: 4 * KiB,
          seconds: SECONDS,
          count,
          keyPrefix: `c${clients}/`,
        });
        if (operation === 'put') stored.set(server, result.done);
        rates.push(result.perSecond);
      }
      rows.push([operation, clients, ...rates, ratio(rates[0] ?? 0, rates[1] ?? 0)]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  return rows;
}

/** Measures MiB per second with objects of 64 MiB. The puts leave the objects for the reads. */
export async function largeObjects(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  const stored = new Map<Server, number>();
  for (const server of servers) await createBucket(server, 'large');
  for (const operation of ['put', 'get'] as const) {
    for (const clients of [1, 4]) {
      const speeds: number[] = [];
      for (const server of servers) {
        const result = await measure(server, {
          bucket: 'large',
          operation,
          clients,
          size: 64 * MiB,
          seconds: SECONDS * 2,
          count: operation === 'put' ? 24 : (stored.get(server) ?? 1),
          keyPrefix: 'l/',
        });
        if (operation === 'put') stored.set(server, result.done);
        speeds.push(result.perSecond * 64);
      }
      rows.push([`${operation} 64 MiB`, clients, ...speeds, ratio(speeds[0] ?? 0, speeds[1] ?? 0)]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  return rows;
}

async function listAll(server: Server, bucket: string): Promise<{ keys: number; seconds: number }> {
  const sign = createSigner(server);
  const start = performance.now();
  let keys = 0;
  let token = '';
  do {
    const query = `list-type=2&max-keys=1000${token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`}`;
    const answer = await request(`${server.endpoint}/${bucket}?${query}`, {
      headers: sign('GET', `/${bucket}`, query),
    });
    const text = await answer.body.text();
    keys += text.split('<Key>').length - 1;
    token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? '';
  } while (token !== '');
  return { keys, seconds: (performance.now() - start) / 1000 };
}

/** Measures the seconds to page through a bucket with many keys. */
export async function manyKeys(servers: readonly Server[]): Promise<Row[]> {
  const seconds: number[] = [];
  for (const server of servers) {
    await createBucket(server, 'many');
    await measure(server, {
      bucket: 'many',
      operation: 'fill',
      clients: 32,
      size: 16,
      seconds: 0,
      count: LISTED_KEYS,
      keyPrefix: 'k/',
    });
    const listed = await listAll(server, 'many');
    if (listed.keys !== LISTED_KEYS) throw new Error(`${server.name} listed ${listed.keys} keys`);
    seconds.push(listed.seconds);
  }
  return [
    [
      `list ${LISTED_KEYS.toLocaleString('en')} keys (s)`,
      1,
      ...seconds,
      ratio(seconds[1] ?? 0, seconds[0] ?? 1),
    ],
  ];
}
