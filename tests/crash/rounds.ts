import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { inconsistencies } from '../../packages/storage-embedded/src/engine/testing/consistency.ts';
import { seeded } from './content.ts';
import { deleteIndex, flipByte, tearOneCopy } from './damage.ts';
import { compareFiles, type FilesFound } from './files.ts';
import { Ledger } from './ledger.ts';
import { Mounts } from './mounts.ts';
import { readStore } from './read-store.ts';
import { runWriter } from './run-writer.ts';
import type { WriterPlan } from './writer-plan.ts';

const MAX_LIFE = 250;

/** A store in its own directory that is repeatedly killed while working. */
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

  /** Kills a store once, sometimes damages its files, and returns the problems found. */
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

  /** Runs a writer for a while and kills it; its output goes to the ledger. */
  async #runAndKill(session: number, life: number): Promise<readonly string[]> {
    const plan: WriterPlan = {
      root: this.root,
      seed: 0,
      session,
      segmentBytes: 256 * 1024,
      end: 'kill',
      happenings: [],
      tellsErrors: true,
    };
    const { refused, complaints } = await runWriter(plan, this.ledger, life);
    return refused === 0 ? complaints : [...complaints, `${refused} steps were refused`];
  }

  /** Opens the current store; errors that it logs go to `errors`. */
  open(errors: string[]): Promise<Store> {
    return openStore({
      dataDir: join(this.root, 'data'),
      drives: new Mounts(this.root).paths,
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
      const wrong = this.ledger.settle(await readStore(store));
      return [...wrong, ...inconsistencies(store), ...errors];
    } finally {
      await store.close();
    }
  }

  /**
   * Finds orphaned content files on the drives after the sweepers have finished, and missing ones.
   */
  async compareFiles(): Promise<FilesFound> {
    await this.#runAndKill(++this.#round, MAX_LIFE);
    const store = await this.open([]);
    const files = await compareFiles(store, new Mounts(this.root).paths);
    await store.close();
    return files;
  }
}
