import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../packages/storage-embedded/src/engine/engine.ts';
import type { Engine, ObjectAttributes } from '../packages/storage-embedded/src/engine/types.ts';

/**
 * Speed of the storage engine alone, without HTTP. Prints one line per measurement.
 * node bench/engine.ts [--count 40000] [--clients 8] [--drives 4] [--big 8] [--keys 100000]
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40000' },
    clients: { type: 'string', default: '8' },
    drives: { type: 'string', default: '4' },
    big: { type: 'string', default: '8' },
    keys: { type: 'string', default: '0' },
    dir: { type: 'string', default: tmpdir() },
  },
});
const COUNT = Number(values.count);
const CLIENTS = Number(values.clients);
const BIG = Number(values.big);
const KEYS = Number(values.keys);
const BIG_SIZE = 64 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 7);

const ATTRIBUTES: ObjectAttributes = {
  contentType: 'application/octet-stream',
  headers: {},
  metadata: {},
  tags: {},
  storageClass: 'STANDARD',
};

function report(name: string, figure: string): void {
  const cpu = `${Math.round(cpuPerCall).toLocaleString('en')} µs CPU`;
  console.log(`${name.padEnd(28)}${figure.padStart(16)}${cpu.padStart(18)}`);
}

/**
 * CPU time of the process during the last `rate`, in µs per call: more stable than the rate on a
 * busy machine.
 */
let cpuPerCall = 0;

/** Runs `work` for 0…count-1 with this many clients and returns the rate per second. */
async function rate(
  count: number,
  clients: number,
  work: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const client = async (): Promise<void> => {
    while (next < count) {
      await work(next++);
    }
  };
  const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(cpu);
  cpuPerCall = (user + system) / count;
  return count / ((performance.now() - started) / 1000);
}

async function small(engine: Engine): Promise<void> {
  const body = Buffer.alloc(4096, 5);
  const key = (i: number): string => `folder-${i % 10}/object-${i}`;
  const put = (i: number): Promise<unknown> => {
    const source = (async function* () {
      yield body;
    })();
    return engine.putObject({
      bucket: 'bench',
      key: key(i),
      attributes: ATTRIBUTES,
      body: { source, size: 4096 },
    });
  };
  const perSecond = (n: number): string => `${Math.round(n).toLocaleString('en')} /s`;
  report(`put 4 KiB × ${CLIENTS}`, perSecond(await rate(COUNT, CLIENTS, put)));
  const get = async (i: number): Promise<void> => {
    const object = engine.getObject('bench', key((i * 7919) % COUNT));
    await (object && engine.readSmall(object));
  };
  report(`get 4 KiB × ${CLIENTS}`, perSecond(await rate(COUNT, CLIENTS, get)));
  const stat = async (i: number): Promise<unknown> =>
    engine.getObject('bench', key((i * 7919) % COUNT));
  report(`stat × ${CLIENTS}`, perSecond(await rate(COUNT, CLIENTS, stat)));
  const list = async (): Promise<unknown> =>
    engine.list({ bucket: 'bench', prefix: '', delimiter: '', after: '', limit: 1000 });
  report('list 1000', perSecond(await rate(300, 1, list)));
  const folders = async (): Promise<unknown> =>
    engine.list({ bucket: 'bench', prefix: '', delimiter: '/', after: '', limit: 1000 });
  report('list 10 folders', perSecond(await rate(300, 1, folders)));
  const remove = (i: number): Promise<unknown> =>
    engine.deleteObject({ bucket: 'bench', key: key(i) });
  report(`delete × ${CLIENTS}`, perSecond(await rate(COUNT, CLIENTS, remove)));
}

async function large(engine: Engine, clients: number): Promise<void> {
  const put = (i: number): Promise<unknown> => {
    const source = (async function* () {
      for (let at = 0; at < BIG_SIZE; at += CHUNK.length) {
        yield CHUNK;
      }
    })();
    return engine.putObject({
      bucket: 'bench',
      key: `big-${i}`,
      attributes: ATTRIBUTES,
      body: { source, size: BIG_SIZE },
    });
  };
  const speed = (perSecond: number): string => `${Math.round(perSecond * 64)} MiB/s`;
  report(`put 64 MiB × ${clients}`, speed(await rate(BIG, clients, put)));
  const get = async (i: number): Promise<void> => {
    const object = engine.getObject('bench', `big-${i}`);
    for await (const chunk of object ? engine.readObject(object) : []) {
      void chunk;
    }
  };
  report(`get 64 MiB × ${clients}`, speed(await rate(BIG, clients, get)));
  for (let i = 0; i < BIG; i++) {
    await engine.deleteObject({ bucket: 'bench', key: `big-${i}` });
  }
}

/** Lists many keys in one folder: pages at its start, middle and end, and all pages in sequence. */
async function manyKeys(engine: Engine): Promise<void> {
  const key = (i: number): string => `folder/key-${String(i).padStart(9, '0')}`;
  const put = (i: number): Promise<unknown> => {
    const source = (async function* () {
      yield CHUNK.subarray(0, 16);
    })();
    const body = { source, size: 16 };
    return engine.putObject({ bucket: 'many', key: key(i), attributes: ATTRIBUTES, body });
  };
  await engine.createBucket({ name: 'many', region: 'us-east-1', objectLock: false });
  report(`put 16 B × 64, ${KEYS} keys`, `${Math.round(await rate(KEYS, 64, put))} /s`);
  const page = (delimiter: string, after: string) =>
    engine.list({ bucket: 'many', prefix: 'folder/', delimiter, after, limit: 1000 });
  const places = { start: 0, middle: KEYS / 2, end: KEYS - 1002 };
  for (const delimiter of ['', '/']) {
    for (const [name, at] of Object.entries(places)) {
      const list = async (): Promise<unknown> => page(delimiter, at === 0 ? '' : key(at));
      const perPage = 1000 / (await rate(200, 1, list));
      report(`page at the ${name}, '${delimiter}'`, `${perPage.toFixed(2)} ms`);
    }
  }
  let after: string | undefined = '';
  let pages = 0;
  let slowest = 0;
  const started = performance.now();
  const before = process.memoryUsage().rss;
  while (after !== undefined) {
    const begun = performance.now();
    after = page('/', after).next?.key;
    slowest = Math.max(slowest, performance.now() - begun);
    pages++;
  }
  const perPage = (performance.now() - started) / pages;
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  report('all pages, one by one', `${perPage.toFixed(2)} ms each`);
  console.log(`slowest page ${slowest.toFixed(1)} ms, memory grown by ${grown.toFixed(0)} MiB`);
  const folders = async (): Promise<unknown> =>
    engine.list({ bucket: 'many', prefix: '', delimiter: '/', after: '', limit: 1000 });
  report('the folder itself', `${(1000 / (await rate(200, 1, folders))).toFixed(2)} ms`);
}

async function open(dir: string): Promise<Engine> {
  const drives = Array.from({ length: Number(values.drives) }, (_, i) => join(dir, `d${i + 1}`));
  return openEngine({ dataDir: join(dir, 'data'), drives });
}

const dir = await mkdtemp(join(values.dir, 'engine-bench-'));
try {
  const engine = await open(dir);
  await engine.createBucket({ name: 'bench', region: 'us-east-1', objectLock: false });
  if (COUNT > 0) {
    await small(engine);
  }
  if (BIG > 0) {
    await large(engine, 1);
    await large(engine, CLIENTS);
  }
  if (KEYS > 0) {
    await manyKeys(engine);
  }
  await engine.close();
  const started = performance.now();
  const again = await open(dir);
  report(`open, ${KEYS} objects`, `${Math.round(performance.now() - started)} ms`);
  await again.close();
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(join(dir, 'data', `index.sqlite${suffix}`), { force: true });
  }
  const rebuilding = performance.now();
  const rebuilt = await open(dir);
  report(`rebuild, ${KEYS} objects`, `${Math.round(performance.now() - rebuilding)} ms`);
  await rebuilt.close();
} finally {
  await rm(dir, { recursive: true });
}
