import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { inconsistencies } from '../../packages/storage-embedded/src/engine/testing/consistency.ts';
import { settled } from '../../packages/storage-embedded/src/engine/testing/store-fixture.ts';
import { deleteIndex } from './damage.ts';
import { type IndexEvent, planRound, type Session } from './drive-plan.ts';
import { compareFiles } from './files.ts';
import { Ledger } from './ledger.ts';
import { Mounts, SLOTS } from './mounts.ts';
import { readStore, type StoreContents } from './read-store.ts';
import { isRefusal } from './refusal.ts';
import { runWriter } from './run-writer.ts';
import { crashTuning, type Happening } from './writer-plan.ts';

const SEGMENT_BYTES = 64 * 1024;
/** Copies that failed while other drives were away are retried. */
const EXPECTED = /^A drive was filled, but copies are missing/;

/**
 * A store that is killed, with drives that come and go and an index that is lost or restored from
 * an older state, all determined by a seed. In the end all drives are back, and one is drained and
 * removed.
 */
export class DriveRound {
  readonly root: string;
  readonly seed: number;
  readonly ledger = new Ledger();
  readonly #mounts: Mounts;
  readonly #wrong: string[] = [];
  refused = 0;

  private constructor(root: string, seed: number) {
    this.root = root;
    this.seed = seed;
    this.#mounts = new Mounts(root);
  }

  static async create(seed: number): Promise<DriveRound> {
    const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    return new DriveRound(await mkdtemp(join(base, 'drives-')), seed);
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }

  /** Returns the problems found; stops at the first session that has any. */
  async run(): Promise<readonly string[]> {
    for (const [i, session] of planRound(this.seed).entries()) {
      this.#moveAll(session.before);
      for (const event of session.index) {
        await this.#disturbIndex(event);
      }
      await (session.kind === 'load' ? this.#load(session, i + 1) : this.#look(session));
      if (this.#mounts.formattedEmptyDirectory) {
        this.#wrong.push('an empty directory in the place of a drive was made a drive');
      }
      if (this.#wrong.length > 0) {
        return this.#wrong.map((text) => `session ${i + 1}: ${text}`);
      }
    }
    await this.#end();
    return this.#wrong;
  }

  #moveAll(happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      this.#move(happening);
    }
  }

  #move({ act, slot }: Happening): void {
    if (act === 'back') {
      this.#mounts.giveBack(slot);
    } else if (act === 'take' || act === 'empty') {
      this.#mounts.take(slot, act === 'empty');
    }
  }

  async #disturbIndex(event: IndexEvent): Promise<void> {
    const data = join(this.root, 'data');
    const [kept, remembered] = [join(this.root, 'data.kept'), join(this.root, 'remembered')];
    if (event === 'keep') {
      await copyAll(data, kept);
    } else if (event === 'older' && existsSync(kept)) {
      await copyAll(kept, data);
    } else if (event === 'delete') {
      await deleteIndex(this.root);
    } else if (event === 'touch' && existsSync(join(data, 'index.sqlite'))) {
      await utimes(join(data, 'index.sqlite'), new Date(), new Date());
    } else if (event === 'recall' && existsSync(remembered)) {
      await copyAll(remembered, data);
    }
  }

  async #load({ steps, end, during, calm }: Session, session: number): Promise<void> {
    const { root, seed } = this;
    const run = await runWriter(
      {
        ...{ root, seed, session, steps, end },
        segmentBytes: SEGMENT_BYTES,
        happenings: during,
        tellsErrors: false,
      },
      this.ledger,
    );
    this.refused += run.refused;
    if (!run.opened) {
      this.#moveAll(during);
    }
    if (run.opened || calm) {
      this.#wrong.push(...run.complaints);
    }
    if (calm && run.refused > 0) {
      this.#wrong.push(`${run.refused} steps were refused with at most one drive away`);
    }
  }

  /** Opens the current store, moves drives, reads everything after each move and runs upkeep. */
  async #look({ calm, during }: Session): Promise<void> {
    let store: Store;
    try {
      store = await this.#open([]);
    } catch (error) {
      if (calm) {
        this.#wrong.push(`the store does not open: ${String(error)}`);
      }
      this.#moveAll(during);
      return;
    }
    await this.#read(store, calm);
    for (const happening of during) {
      this.#move(happening);
      await store.upkeep.poll();
      await this.#read(store, calm);
    }
    await this.#tick(store);
    await this.#read(store, calm);
    await store.close();
  }

  #open(errors: string[]): Promise<Store> {
    return openStore(
      {
        dataDir: join(this.root, 'data'),
        drives: this.#mounts.paths,
        log: (level, message, fields) => {
          if (level === 'error' && !EXPECTED.test(message)) {
            errors.push(`${message} ${JSON.stringify(fields)}`);
          }
        },
      },
      crashTuning({ segmentBytes: SEGMENT_BYTES }),
    );
  }

  /**
   * Reads and compares everything; unless calm, the store may refuse what it cannot currently read.
   */
  async #read(store: Store, calm: boolean): Promise<StoreContents | undefined> {
    const ignore = (): void => undefined;
    try {
      const found = await readStore(store, calm ? undefined : ignore);
      this.#wrong.push(...this.ledger.settle(found));
      return found;
    } catch (error) {
      if (calm || !isRefusal(error)) {
        this.#wrong.push(`the store cannot be read: ${String(error)}`);
      }
      return undefined;
    }
  }

  /** Runs all pending upkeep. */
  async #tick(store: Store): Promise<void> {
    const { compaction, garbage, orphans, heal } = store.upkeep.parts;
    await store.upkeep.poll();
    for (const { loop } of [compaction, heal, orphans, garbage]) {
      loop.kick();
    }
    await settled(store);
  }

  /**
   * Checks with all drives back that everything exists with all its copies, and that the index can
   * be rebuilt from the drives alone.
   */
  async #end(): Promise<void> {
    for (const slot of this.#mounts.away) {
      this.#mounts.giveBack(slot);
    }
    const before = await this.#checkWhole();
    await deleteIndex(this.root);
    const after = await this.#checkWhole();
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      this.#wrong.push('the store is another one when its index is made again');
    }
    for (const slot of SLOTS) {
      this.#mounts.take(slot, false);
      const store = await this.#open([]);
      await this.#read(store, true);
      await store.close();
      this.#mounts.giveBack(slot);
    }
    await this.#drain(SLOTS[this.seed % SLOTS.length] ?? 1);
  }

  /** Drains a drive and removes it. */
  async #drain(slot: number): Promise<void> {
    const store = await this.#open([]);
    await this.#tick(store);
    for await (const line of await store.drainDrive(this.#mounts.paths[slot - 1] ?? '')) {
      if (line.kind === 'end' && !line.ok) {
        this.#wrong.push(`drive ${slot} is not drained: ${line.problem}`);
      }
    }
    await store.close();
    this.#mounts.take(slot, false);
    await this.#checkDrained();
  }

  async #checkDrained(): Promise<void> {
    const store = await this.#open([]);
    await this.#read(store, true);
    for await (const line of store.verify({ isQuiet: false })) {
      if (line.kind !== 'end' || !line.ok) {
        this.#wrong.push(`without the drained drive: ${JSON.stringify(line)}`);
      }
    }
    this.#wrong.push(...inconsistencies(store));
    await store.close();
  }

  async #checkWhole() {
    const errors: string[] = [];
    const store = await this.#open(errors);
    const found = await this.#read(store, true);
    await this.#tick(store);
    const { missing, ownerless } = await compareFiles(store, this.#mounts.paths);
    const { pending } = store.upkeep.parts.heal;
    const usage = store.usage();
    this.#wrong.push(
      ...missing.map((file) => `${file} is missing`),
      ...ownerless.map((file) => `${file} belongs to nothing`),
      ...pending.map((slot) => `drive ${slot + 1} does not get its copies`),
      ...inconsistencies(store),
      ...errors,
    );
    await store.close();
    return { found: found && [...found.objects], usage };
  }
}

/** Makes `to` a copy of `from`, including modification times. */
async function copyAll(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  spawnSync('cp', ['-a', from, to]);
}
