import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import {
  inconsistencies,
  knownFiles,
} from '../../packages/storage-embedded/src/engine/testing/consistency.ts';
import { contentOf, seeded } from './content.ts';
import { deleteIndex, flipByte, tearOneCopy } from './damage.ts';
import { Ledger, readStore } from './ledger.ts';

const MAX_LIFE = 250;
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

/** A store in a directory of its own that is killed in the middle of its work, again and again. */
export class CrashRounds {
  readonly root: string;
  readonly ledger = new Ledger();
  readonly #random = seeded(Date.now());
  #round = 0;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<CrashRounds> {
    return new CrashRounds(
      await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'crash-')),
    );
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }

  /** Kills a store once, sometimes damages its files, and gives what is wrong with it then. */
  async next(): Promise<readonly string[]> {
    const round = ++this.#round;
    const wrong = await this.#runAndKill(round, this.#random() * MAX_LIFE);
    if (round % 10 === 3) {
      await tearOneCopy(this.root, this.#random);
    } else if (round % 10 === 6) {
      await flipByte(this.root, this.#random);
    } else if (round % 10 === 9) {
      await deleteIndex(this.root);
    }
    return [...wrong, ...(await this.#check())];
  }

  /** Lets a writer live for a while and kills it; what it said goes to the ledger. */
  async #runAndKill(round: number, life: number): Promise<readonly string[]> {
    const child = spawn(process.execPath, [WRITER, this.root, String(round)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(this.root, 'compile-cache') },
    });
    const complaints: string[] = [];
    child.stderr.on('data', (data) => complaints.push(`the writer says ${data}`));
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const { kind, step } = JSON.parse(line);
      if (kind === 'ready') {
        setTimeout(() => child.kill('SIGKILL'), life);
      } else if (kind === 'begin') {
        this.ledger.begin(step);
      } else {
        this.ledger.acknowledge(step);
      }
    }
    const [, signal] = await exited;
    return signal === 'SIGKILL' ? complaints : [...complaints, `the writer ended by ${signal}`];
  }

  /** Opens the store as it is; errors that it logs go to `errors`. */
  open(errors: string[]): Promise<Store> {
    return openStore({
      dataDir: join(this.root, 'data'),
      drives: [1, 2, 3, 4].map((n) => join(this.root, `d${n}`)),
      log: (level, message, fields) => {
        if (level === 'error') {
          errors.push(`${message} ${JSON.stringify(fields)}`);
        }
      },
    });
  }

  async #check(): Promise<readonly string[]> {
    const errors: string[] = [];
    const store = await this.open(errors);
    try {
      const found = await readStore(store, contentOf);
      return [...this.ledger.settle(found, store), ...inconsistencies(store), ...errors];
    } finally {
      await store.close();
    }
  }

  /** Content files on the drives that belong to nothing, once the sweepers have been through, and lost ones. */
  async strayFiles(): Promise<{ readonly known: number; readonly stray: readonly string[] }> {
    await this.#runAndKill(++this.#round, MAX_LIFE);
    const store = await this.open([]);
    const { garbage, orphans, repairs } = store.upkeep.parts;
    for (const { loop } of [repairs, orphans, garbage]) {
      await loop.idle();
    }
    const known = new Set(knownFiles(store));
    const there = new Set(await this.#filesThere());
    await store.close();
    const stray = [...known, ...there].filter((file) => !known.has(file) || !there.has(file));
    return { known: known.size, stray };
  }

  /** The content files that are on the drives, as slot/name. */
  async #filesThere(): Promise<string[]> {
    const there: string[] = [];
    for (const [slot, drive] of ['d1', 'd2', 'd3', 'd4'].entries()) {
      for (const folder of ['blobs', 'tmp']) {
        const path = join(this.root, drive, folder);
        const entries = await readdir(path, { recursive: true, withFileTypes: true });
        there.push(...entries.filter((e) => e.isFile()).map((e) => `${slot}/${e.name}`));
      }
    }
    return there;
  }
}
