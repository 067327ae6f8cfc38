import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { HealMessage } from '@stowage/contract/tools/heal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { objectFiles } from '../../../../../tests/targets/object-files.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, originOf, type TestSocket } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
const open: TestSocket[] = [];

beforeAll(async () => {
  console = await startTestConsole();
  await originOf(console);
  root = await console.logIn();
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});
afterAll(() => console.close());

async function heal(path: string, caller = root) {
  const socket = await openSocket(console, caller, `/ws/heal/${path}`);
  open.push(socket);
  return socket;
}

/** Returns the next message; fails if the socket is closed instead. */
function messageOf({ next, closed }: TestSocket): Promise<HealMessage> {
  const over = closed.then(({ code, reason }) => Promise.reject(new Error(`${code} ${reason}`)));
  return Promise.race([next(), over]) as Promise<HealMessage>;
}

/** The messages of a complete run. */
async function healed(path: string): Promise<{ last: HealMessage; items: string[] }> {
  const socket = await heal(path);
  const items: string[] = [];
  for (;;) {
    const message = await messageOf(socket);
    items.push(
      ...message.itemsHealthStatus.map(
        ({ name, before, after }) => `${name} ${before.color} ${after.color}`,
      ),
    );
    if (message.finished) {
      expect(await socket.closed).toMatchObject({ code: 1000 });
      return { last: message, items };
    }
  }
}

const contentOf = (key: string) => `${key}:`.padEnd(300 * 1024, key);

async function put(bucket: string, key: string, content = contentOf(key)) {
  const body = Buffer.from(content);
  await console.s3.putObject({ bucket, key, body, size: body.length });
}

async function drives(): Promise<readonly string[]> {
  const { servers } = await console.admin.serverInfo();
  return servers.flatMap((server) => server.drives.map(({ path }) => path));
}

/** Finds the first file on any drive with the object's content. */
async function copyOf(bucket: string, key: string): Promise<string> {
  for (const drive of await drives()) {
    const [file] = await objectFiles(drive, { bucket, key, text: contentOf(key).slice(0, 100) });
    if (file !== undefined) return file;
  }
  throw new Error(`no drive has ${key}`);
}

async function flip(file: string) {
  const bytes = await readFile(file);
  bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

describe('healing a bucket', () => {
  it('mends what was broken on a drive, and its counts agree with it [HEAL-12] [WS-09]', async () => {
    await console.s3.makeBucket({ bucket: 'broken' });
    for (const key of ['a', 'b', 'c', 'd']) await put('broken', `in/${key}`);
    await put('broken', 'in/small', 'small');
    await put('broken', 'out', contentOf('out'));
    const files = await Promise.all(['in/a', 'in/b', 'out'].map((key) => copyOf('broken', key)));
    const before = await Promise.all(files.map((file) => readFile(file)));
    const [missing = '', flipped = '', outside = ''] = files;
    await rm(missing);
    await rm(outside);
    await flip(flipped);

    const { last, items } = await healed('broken?prefix=in/&recursive=true&scan=deep');
    expect(items).toEqual(['broken/in/a Red Green', 'broken/in/b Red Green']);
    expect(last).toMatchObject({
      itemsScanned: 6,
      objectsScanned: 5,
      objectsHealed: 2,
      objectsFailed: 0,
      bytesScanned: 4 * 300 * 1024 + 5,
      healDuration: expect.any(Number),
      healthBeforeCols: { Green: 4, Yellow: 0, Red: 2, Grey: 0 },
      healthAfterCols: { Green: 6, Yellow: 0, Red: 0, Grey: 0 },
      itemsLeftOut: 0,
    });
    expect(await Promise.all([missing, flipped].map((file) => readFile(file)))).toEqual(
      before.slice(0, 2),
    );
    await expect(readFile(outside)).rejects.toThrow('ENOENT');

    const rest = await healed('broken?recursive=true');
    expect(rest.items).toEqual(['broken/out Red Green']);
    expect((await healed('broken?recursive=true&scan=deep')).items).toEqual([]);
  });

  it('only looks where nothing is to be changed', async () => {
    await console.s3.makeBucket({ bucket: 'looked-at' });
    await put('looked-at', 'x');
    const file = await copyOf('looked-at', 'x');
    await rm(file);
    const { last } = await healed('looked-at?recursive=true&dry-run=true');
    expect(last).toMatchObject({ objectsHealed: 0, objectsFailed: 1 });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    // Its last copy may be on the drive that is emptied below.
    expect((await healed('looked-at?recursive=true')).last.objectsHealed).toBe(1);
  });

  it('is stopped at the storage server when nobody watches it any more [HEAL-14]', async () => {
    await console.s3.makeBucket({ bucket: 'left' });
    // In batches: calls that wait more than ten seconds for a connection fail.
    for (let first = 0; first < 1200; first += 40) {
      await Promise.all(Array.from({ length: 40 }, (_, i) => put('left', `k${first + i}`, 'x')));
    }
    const socket = await heal('left?recursive=true&scan=deep');
    await socket.next();
    socket.socket.close(1000);
    await socket.closed;
    // Another run is rejected while that one continues.
    const place = { bucket: 'left', prefix: '' };
    const options = { recursive: true, deep: false, dryRun: true };
    const start = () => console.admin.startHeal({ ...place, options, force: false });
    await expect.poll(() => start().then(() => 'started', String)).toBe('started');
    await console.admin.stopHeal(place);
    expect((await healed('left?recursive=true')).last.objectsScanned).toBe(1200);
  });

  it('stops what somebody else runs, or begins anew, where it is asked to', async () => {
    await console.s3.makeBucket({ bucket: 'shared' });
    await put('shared', 'x', 'x');
    const place = { bucket: 'shared', prefix: '' };
    const options = { recursive: true, deep: false, dryRun: false };
    const token = await console.admin.startHeal({ ...place, options, force: false });
    const stopped = await heal('shared?force-stop=true');
    expect(await stopped.closed).toMatchObject({ code: 1000 });
    expect(await console.admin.healStatus({ ...place, token })).toMatchObject({
      summary: 'finished',
      items: [],
    });
    await console.admin.startHeal({ ...place, options, force: false });
    const { last } = await healed('shared?recursive=true&force-start=true');
    expect(last.objectsScanned).toBe(1);
  });

  it.each([
    ['a bucket that is not there', 'no-such-bucket', 'BucketNotFound'],
    ['a name that no bucket has', '..%2Fother', 'InvalidBucketName'],
  ])('closes with the reason for %s', async (_what, path, reason) => {
    expect(await (await heal(path)).closed).toEqual({ code: 1008, reason });
  });

  it('closes when the storage server refuses, or goes away [HEAL-15]', async () => {
    const keys = await console.addUser('no-healer', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
    });
    const caller = await console.logIn(keys);
    const refused = await heal('broken', caller);
    expect(await refused.closed).toEqual({ code: 1008, reason: 'AccessDenied' });
    const { statusCode } = await caller.send({ url: '/api/v1/admin/healing' });
    expect(statusCode).toBe(403);

    console.gate.set('closed', ({ url = '' }) => url.includes('clientToken'));
    const socket = await heal('left?recursive=true');
    expect(await socket.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' });
    console.gate.set('open');
  });
});

describe('the drives', () => {
  it('are told of with their state, and one that is away can be replaced', async () => {
    await put('broken', 'in/e');
    const file = await copyOf('broken', 'in/e');
    const drive = (await drives()).find((path) => file.startsWith(path)) ?? '';
    const state = async () => (await root.send({ url: '/api/v1/admin/healing' })).json();
    expect(await state()).toMatchObject({
      offlineServers: [],
      canReplace: true,
      drives: Array.from({ length: 4 }, () => ({ state: 'ok', healing: false, reason: '' })),
    });
    await rm(drive, { recursive: true });
    await mkdir(drive);
    const away = (await state()).drives.find(({ path }: { path: string }) => path === drive);
    expect(away).toMatchObject({
      state: 'offline',
      reason: expect.stringContaining('an empty directory'),
    });

    const replace = (path: string) =>
      root.send({
        method: 'POST',
        url: '/api/v1/admin/healing/replace-drive',
        payload: { drive: path },
      });
    expect((await replace('/elsewhere')).json()).toMatchObject({
      errorCode: 'InvalidInput',
      detailedMessage: expect.stringContaining('no drive of this store'),
    });
    expect((await replace(drive)).statusCode).toBe(204);
    await expect
      .poll(async () => (await state()).drives.map(({ healing }: { healing: boolean }) => healing))
      .toEqual([false, false, false, false]);
    expect((await healed('broken?recursive=true&scan=deep')).items).toEqual([]);
    await expect(readFile(file)).resolves.toBeDefined();
  });
});

describe('what is good nowhere', () => {
  it('is said not to be mended, and why', async () => {
    await console.s3.makeBucket({ bucket: 'lost' });
    await put('lost', 'gone');
    await rm(await copyOf('lost', 'gone'));
    await rm(await copyOf('lost', 'gone'));
    const socket = await heal('lost?recursive=true');
    for (;;) {
      const message = await messageOf(socket);
      const [item] = message.itemsHealthStatus;
      if (item) {
        expect(item).toMatchObject({ before: { color: 'Grey' }, after: { color: 'Grey' } });
        expect(item.error).toContain('No copy');
        expect(message.objectsFailed).toBe(1);
        break;
      }
      expect(message.finished).toBe(false);
    }
  });
});
