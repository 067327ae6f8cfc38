import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { compareFiles } from './files.ts';
import { Ledger } from './ledger.ts';
import { Mounts } from './mounts.ts';
import { readStore } from './read-store.ts';
import { runWriter } from './run-writer.ts';

const MAIN = fileURLToPath(new URL('../../packages/storage-embedded/src/main.ts', import.meta.url));
const MAX_CALLS = 40;
const DONE = 'is empty and belongs to the store no more';
/** Number of content files that each call moves before it is killed. */
const AT_A_TIME = 8;

let root: string;
afterEach(() => rm(root, { recursive: true, force: true }));

const copiesOn = async (drive: string): Promise<number> =>
  (await readdir(join(drive, 'blobs'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

/** Runs `drive drain 2`, kills it when this many content files are left, and returns its output. */
async function drain(drives: readonly string[], killAt: number): Promise<string> {
  const env = {
    ...process.env,
    STOWAGE_DATA_DIR: root,
    STOWAGE_DRIVES: drives.join(),
    STOWAGE_ROOT_USER: 'root',
    STOWAGE_ROOT_PASSWORD: 'root-password',
  };
  const child = spawn(process.execPath, [MAIN, 'drive', 'drain', '2'], { env });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const exited = once(child, 'close');
  let isOver = false;
  exited.finally(() => {
    isOver = true;
  });
  // The process is stopped while files are counted: on a busy machine it would finish first.
  child.kill('SIGSTOP');
  while (!isOver && (await copiesOn(drives[1] ?? '')) > killAt) {
    child.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill('SIGSTOP');
  }
  child.kill('SIGCONT');
  if (killAt > 0) {
    child.kill('SIGKILL');
  }
  await exited;
  return Buffer.concat(said).toString();
}

async function withStore<T>(drives: readonly string[], work: (store: Store) => Promise<T>) {
  const store = await openStore({ dataDir: join(root, 'storage'), drives });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

it('a drive is emptied by a command that is killed again and again, and nothing is lost', async () => {
  root = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'drained-'));
  const drives = new Mounts(root).paths;
  const ledger = new Ledger();
  const plan = { root, seed: 4711, session: 1, segmentBytes: 64 * 1024, steps: 150 };
  const writer = { ...plan, end: 'close', happenings: [], tellsErrors: true } as const;
  expect((await runWriter(writer, ledger)).complaints).toEqual([]);
  // The location where the command expects it.
  await symlink(join(root, 'data'), join(root, 'storage'));
  const calls: string[] = [];
  while (!calls.at(-1)?.includes(DONE) && calls.length < MAX_CALLS) {
    const left = await copiesOn(drives[1] ?? '');
    calls.push(await drain(drives, left > AT_A_TIME ? left - AT_A_TIME : 0));
  }
  expect(calls.at(-1)).toContain(DONE);
  expect(calls.length).toBeGreaterThan(2);
  await rm(drives[1] ?? '', { recursive: true });
  await withStore(drives, async (store) => {
    await mkdir(join(drives[1] ?? '', 'blobs'), { recursive: true });
    await mkdir(join(drives[1] ?? '', 'tmp'));
    expect(ledger.settle(await readStore(store))).toEqual([]);
    for await (const line of store.verify({ isQuiet: false })) {
      expect(line).toMatchObject({ kind: 'end', ok: true });
    }
    const { missing, ownerless } = await compareFiles(store, drives);
    expect({ missing, ownerless }).toEqual({ missing: [], ownerless: [] });
  });
});
