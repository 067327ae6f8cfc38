import { mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesBelow } from '../engine/testing/store-fixture.ts';
import {
  addUser,
  adminCaller,
  errorOf,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

const LARGE = 'x'.repeat(300 * 1024);

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(() => storage.close());

const admin = adminCaller(() => storage);
const put = (key: string, body = LARGE, bucket = 'bucket') =>
  storage.call({ method: 'PUT', path: `/${bucket}/${key}`, body });

const options = (change: object = {}) =>
  JSON.stringify({ recursive: true, scanMode: 1, ...change });

async function start(path: string, change: object = {}): Promise<string> {
  const answer = await admin('POST', `heal/${path}`, options(change));
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text).clientToken;
}

interface Item {
  readonly type: string;
  readonly object: string;
  readonly before: { readonly drives: readonly { readonly state: string }[] };
  readonly after: { readonly drives: readonly { readonly state: string }[] };
}

/** Returns everything that a run finds. */
async function healed(path: string, change: object = {}): Promise<readonly Item[]> {
  const token = await start(path, change);
  const items: Item[] = [];
  for (;;) {
    const answer = await admin('POST', `heal/${path}?clientToken=${token}`);
    const { Summary, Items } = JSON.parse(answer.text);
    items.push(...Items);
    if (Summary !== 'running') {
      return items;
    }
  }
}

async function blobs(): Promise<readonly string[]> {
  const drive = join(storage.folder, 'drive-1', 'blobs');
  return (await filesBelow(drive)).map((name) => join(drive, name));
}

const statesOf = (items: readonly Item[]) =>
  items.map(({ type, object, before, after }) => {
    const states = ({ drives }: Item['before']) =>
      drives
        .map(({ state }) => state)
        .sort()
        .join();
    return `${type} ${object} ${states(before)} ${states(after)}`;
  });

describe('healing by the Admin API', () => {
  it('tells what was found and what was made of it', async () => {
    await put('a.txt');
    await put('b.txt', 'small');
    const [copy = ''] = await blobs();
    const before = await readFile(copy);
    await unlink(copy);
    expect(statesOf(await healed('bucket'))).toEqual([
      'bucket  ok,ok ok,ok',
      'object a.txt missing,ok ok,ok',
      'object b.txt ok,ok ok,ok',
    ]);
    expect(await readFile(copy)).toEqual(before);
  });

  it('reads everything where it is asked to, and changes nothing where it is not to', async () => {
    await put('a.txt');
    const [copy = ''] = await blobs();
    const bytes = await readFile(copy);
    bytes[70_000] = (bytes[70_000] ?? 0) ^ 1;
    await writeFile(copy, bytes);
    const change = { scanMode: 2, dryRun: true };
    expect(statesOf(await healed('bucket', change))).toContain(
      'object a.txt corrupt,ok corrupt,ok',
    );
    expect(statesOf(await healed('bucket', { scanMode: 2 }))).toContain(
      'object a.txt corrupt,ok ok,ok',
    );
  });

  it('goes through all buckets, or keeps to a prefix', async () => {
    await storage.call({ method: 'PUT', path: '/other' });
    await put('photos/a', 'x');
    await put('docs/b', 'x');
    await put('c', 'x', 'other');
    const objects = async (path: string) =>
      (await healed(path)).filter(({ type }) => type === 'object').map(({ object }) => object);
    expect(await objects('')).toEqual(['c', 'docs/b', 'photos/a']);
    expect(await objects('bucket/photos/')).toEqual(['photos/a']);
    expect(await objects(`bucket/${'x'.repeat(1024)}`)).toEqual([]);
  });

  it('holds what it found until it is fetched, stops, and begins anew', async () => {
    for (let i = 0; i < 3; i++) await put(`k${i}`, 'x');
    const token = await start('bucket');
    const stopped = await admin('POST', 'heal/bucket?forceStop=true');
    expect(JSON.parse(stopped.text).clientToken).toBe(token);
    const status = await admin('POST', `heal/bucket?clientToken=${token}`);
    expect(JSON.parse(status.text)).toMatchObject({ Summary: 'finished', Items: null });
    const first = await start('bucket');
    const again = await admin('POST', 'heal/bucket?forceStart=true', options());
    expect(JSON.parse(again.text).clientToken).not.toBe(first);
    const old = await admin('POST', `heal/bucket?clientToken=${first}`);
    expect(errorOf(old)).toBe('400 XMinioHealInvalidClientToken');
  });

  it.each([
    ['heal/bucket?forceStart=true&forceStop=true', '400 InvalidRequest'],
    ['heal/nowhere', '404 NoSuchBucket'],
    ['heal//prefix', '400 XMinioHealMissingBucket'],
    [`heal/bucket/${'x'.repeat(1025)}`, '400 KeyTooLongError'],
  ])('refuses %s', async (path, error) => {
    expect(errorOf(await admin('POST', path, options()))).toBe(error);
  });

  it('refuses what is no document of options, and whoever may not heal', async () => {
    expect(errorOf(await admin('POST', 'heal/bucket', '[]'))).toBe('400 XMinioAdminConfigBadJSON');
    const reader = { accessKey: 'reader', secretKey: 'reader-secret' };
    await addUser(storage, reader, 'readonly');
    for (const path of ['heal/bucket', 'background-heal/status', 'stowage/replace?drive=x']) {
      expect(errorOf(await admin('POST', path, options(), reader))).toBe('403 AccessDenied');
    }
  });

  it('is not there for a single drive', async () => {
    const single = await startTestStorage({ drives: [join(storage.folder, 'alone')] });
    const call = adminCaller(() => single);
    expect(errorOf(await call('POST', 'heal/', options()))).toBe('400 XMinioHealNotImplemented');
    await single.close();
  });
});

describe('a drive that is replaced', () => {
  it('is filled while the store runs, and told of in the background status', async () => {
    await put('a.txt');
    const drive = join(storage.folder, 'drive-1');
    const before = await blobs();
    await rm(drive, { recursive: true });
    await mkdir(drive);
    const answer = await admin('POST', `stowage/replace?drive=${encodeURIComponent(drive)}`);
    expect(answer.status).toBe(200);
    const status = async () => JSON.parse((await admin('POST', 'background-heal/status')).text);
    await expect.poll(async () => (await status()).HealDisks).toEqual([]);
    expect(await status()).toMatchObject({
      sets: [{ disks: [{ state: 'ok', path: drive }, { state: 'ok' }] }],
      sc_parity: { STANDARD: 1 },
    });
    expect(await blobs()).toEqual(before);
    const again = await admin('POST', `stowage/replace?drive=${encodeURIComponent(drive)}`);
    expect(errorOf(again)).toBe('400 XMinioAdminInvalidArgument');
  });
});
