import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import {
  inconsistencies,
  knownFiles,
} from '../../packages/storage-embedded/src/engine/testing/consistency.ts';
import { contentOf, seeded } from './content.ts';
import { deleteIndex, flipByte, tearOneCopy } from './damage.ts';
import { Ledger, readStore } from './ledger.ts';

const ROUNDS = 60;
const MAX_LIFE = 250;
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'crash-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Lets a writer live for a while and kills it; what it said goes to the ledger. */
async function runAndKill(round: number, ledger: Ledger, life: number): Promise<void> {
  const child = spawn(process.execPath, [WRITER, root, String(round)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'compile-cache') },
  });
  let complaints = '';
  child.stderr.on('data', (data) => {
    complaints += String(data);
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const { kind, step } = JSON.parse(line);
    if (kind === 'ready') {
      setTimeout(() => child.kill('SIGKILL'), life);
    } else if (kind === 'begin') {
      ledger.begin(step);
    } else {
      ledger.acknowledge(step);
    }
  }
  const [, signal] = await exited;
  expect(complaints).toBe('');
  expect(signal).toBe('SIGKILL');
}

function openHere(errors: string[]): Promise<Store> {
  return openStore({
    dataDir: join(root, 'data'),
    drives: [1, 2, 3, 4].map((n) => join(root, `d${n}`)),
    log: (level, message, fields) => {
      if (level === 'error') {
        errors.push(`${message} ${JSON.stringify(fields)}`);
      }
    },
  });
}

async function check(ledger: Ledger): Promise<void> {
  const errors: string[] = [];
  const store = await openHere(errors);
  try {
    const found = await readStore(store, contentOf);
    expect(ledger.settle(found, store)).toEqual([]);
    expect(inconsistencies(store)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await store.close();
  }
}

/** The content files that are on the drives, as slot/name. */
async function filesThere(): Promise<string[]> {
  const there: string[] = [];
  for (const [slot, drive] of ['d1', 'd2', 'd3', 'd4'].entries()) {
    for (const folder of ['blobs', 'tmp']) {
      const path = join(root, drive, folder);
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      there.push(...entries.filter((e) => e.isFile()).map((e) => `${slot}/${e.name}`));
    }
  }
  return there.sort();
}

describe('a store that is killed', () => {
  it(`loses nothing it acknowledged and brings nothing back, ${ROUNDS} times`, async () => {
    const random = seeded(Date.now());
    const ledger = new Ledger();
    for (let round = 1; round <= ROUNDS; round++) {
      await runAndKill(round, ledger, random() * MAX_LIFE);
      if (round % 10 === 3) {
        await tearOneCopy(root, random);
      } else if (round % 10 === 6) {
        await flipByte(root, random);
      } else if (round % 10 === 9) {
        await deleteIndex(root);
      }
      await check(ledger);
    }
    expect(ledger.acknowledged).toBeGreaterThan(ROUNDS * 10);
  }, 180_000);

  it('leaves no file behind that belongs to nothing', async () => {
    await runAndKill(ROUNDS + 1, new Ledger(), MAX_LIFE);
    const store = await openHere([]);
    const { garbage, orphans, repairs } = store.upkeep.parts;
    for (const { loop } of [repairs, orphans, garbage]) {
      await loop.idle();
    }
    const known = knownFiles(store);
    const there = await filesThere();
    await store.close();
    expect(known.length).toBeGreaterThan(0);
    expect(there).toEqual(known);
  });

  it('has the same state when its index is made again from the drives', async () => {
    const errors: string[] = [];
    const before = await openHere(errors);
    const expected = { found: await readStore(before, contentOf), usage: before.usage() };
    await before.close();
    await deleteIndex(root);
    const after = await openHere(errors);
    expect({ found: await readStore(after, contentOf), usage: after.usage() }).toEqual(expected);
    await after.close();
    expect(errors).toEqual([]);
  });
});
