import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestStorage,
  type TestStorage,
} from '../../packages/storage-embedded/src/testing/test-storage.ts';
import { WireLoad } from './wire-load.ts';

const GUIDE = new URL('../../docs/guides/backup.md', import.meta.url);
const OPERATIONS = 60;
const SECRET = { method: 'PUT', path: '/load/secret', body: 'for no one else' };

let root: string;
let storage: TestStorage;
let load: WireLoad;

/** Returns the default paths of a store in a data directory. */
function places(data = join(root, 'data')) {
  return {
    dataDir: join(data, 'storage'),
    drives: [1, 2, 3, 4].map((n) => join(data, `drive-${n}`)),
  };
}

/** Runs the commands below a heading of the guide, verbatim. */
async function followGuide(heading: string): Promise<void> {
  const text = await readFile(GUIDE, 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const commands = /```sh\n(.*?)```/s.exec(section)?.[1] ?? 'false';
  const { status, stderr } = spawnSync('sh', ['-ec', commands], {
    cwd: root,
    env: { ...process.env, BACKUP: join(root, 'backup') },
  });
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
}

/** Copies part of the current data, including modification times. */
async function keep(name: string): Promise<() => Promise<void>> {
  const [from, to] = [join(root, 'data', name), join(root, 'kept', name)];
  await mkdir(join(root, 'kept'), { recursive: true });
  spawnSync('cp', ['-a', from, to]);
  return async () => {
    await rm(from, { recursive: true });
    await rename(to, from);
  };
}

async function expectAllThere(): Promise<void> {
  await load.check();
  expect(load.wrong).toEqual([]);
  expect(await storage.call({ path: SECRET.path })).toMatchObject({
    status: 200,
    text: SECRET.body,
  });
}

beforeEach(async () => {
  root = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'backup-'));
  await mkdir(join(root, 'data'));
  storage = await startTestStorage(places());
  await storage.call({ method: 'PUT', path: '/load' });
  const headers = { 'x-amz-server-side-encryption': 'AES256' };
  expect(await storage.call({ ...SECRET, headers })).toMatchObject({ status: 200 });
  load = new WireLoad(() => storage, 4712);
  await load.run(OPERATIONS);
});
afterEach(async () => {
  await storage.close();
  await rm(root, { recursive: true, force: true });
});

describe('a backup made by the guide', () => {
  it('brings everything back as it was, also in another place', async () => {
    await storage.stop();
    await followGuide('Make a backup');
    await storage.restart();
    const goBack = load.remember();
    await load.run(OPERATIONS);
    await storage.stop();
    await followGuide('Restore');
    goBack();
    await storage.restart();
    await expectAllThere();
    await load.run(OPERATIONS);
    await storage.stop();
    await rename(join(root, 'data'), join(root, 'elsewhere'));
    await storage.restart(places(join(root, 'elsewhere')));
    await expectAllThere();
  });

  it('can be a snapshot of the running store', async () => {
    // The process does nothing meanwhile, as if it were frozen for a snapshot.
    await followGuide('Make a backup');
    const goBack = load.remember();
    await load.run(OPERATIONS);
    await storage.stop();
    await followGuide('Restore');
    goBack();
    await storage.restart();
    await expectAllThere();
  });
});

/** Restores directories of the store to their state before later changes. */
async function putBack(...names: readonly string[]): Promise<void> {
  await storage.stop();
  const restore = await Promise.all(names.map((name) => keep(name)));
  await storage.restart();
  await load.run(OPERATIONS);
  await storage.stop();
  await Promise.all(restore.map((one) => one()));
  await storage.restart();
}

describe('with a part of a backup', () => {
  it('drives alone are a whole store', async () => {
    await storage.stop();
    await rm(join(root, 'data', 'storage'), { recursive: true });
    await storage.restart();
    await expectAllThere();
  });

  it('a data directory without its drives is refused, and nothing is made in their place', async () => {
    await storage.stop();
    const { drives } = places();
    for (const drive of drives) {
      await rename(drive, `${drive}.away`);
      await mkdir(drive);
    }
    await expect(storage.restart()).rejects.toThrow(/drives/);
    for (const drive of drives) {
      expect(await readdir(drive)).toEqual([]);
      await rm(drive, { recursive: true });
      await rename(`${drive}.away`, drive);
    }
    await storage.restart();
    await expectAllThere();
  });

  it('a data directory of an earlier day loses nothing and brings nothing back', async () => {
    await putBack('storage');
    await expectAllThere();
  });

  it('drives that are all of an earlier day are the store of that day', async () => {
    const goBack = load.remember();
    await putBack('drive-1', 'drive-2', 'drive-3', 'drive-4');
    goBack();
    await expectAllThere();
  });

  it('a drive of an earlier day is brought up to date', async () => {
    await putBack('drive-2');
    await expectAllThere();
  });
});
