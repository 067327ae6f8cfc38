import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { EngineOptions } from '../engine-options.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import type { ScrubPace } from '../store-health.ts';
import type { Tuning } from '../tuning.ts';
import type { Engine, IncomingBody, ObjectAttributes, PutObject, StoredObject } from '../types.ts';

export const PLAIN: ObjectAttributes = {
  contentType: 'text/plain',
  headers: {},
  metadata: {},
  tags: {},
  storageClass: 'STANDARD',
};

/** RAM-backed if available: thousands of syncs are slow on a busy disk. */
const BASE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Limits at which segments end, spill and are compacted after a few objects. */
export const SMALL: Partial<Tuning> = {
  segmentBytes: 64 * 1024,
  inlineLimit: 4 * 1024,
  compaction: { minShare: 0.3, minBytes: 1024, smallBytes: 8 * 1024, maxSmall: 3 },
  compactionShare: 1,
};

/** A store in its own directory, which can be closed, modified on disk and reopened. */
export class StoreFixture {
  readonly root: string;
  readonly driveCount: number;
  readonly messages: string[] = [];
  /** Scrubbing is off if undefined. */
  scrub: ScrubPace | undefined;
  #open: Store | undefined;
  /** Later syncs do not survive a simulated power loss. */
  #powerless = false;
  readonly #tuning: Partial<Tuning>;

  private constructor(root: string, options: { drives: number; tuning: Partial<Tuning> }) {
    this.root = root;
    this.driveCount = options.drives;
    this.#tuning = options.tuning;
  }

  static async create(
    options: { drives?: number; tuning?: Partial<Tuning> } = {},
  ): Promise<StoreFixture> {
    const root = await mkdtemp(join(BASE, 'store-'));
    const fixture = new StoreFixture(root, { drives: 4, tuning: SMALL, ...options });
    await fixture.open();
    return fixture;
  }

  get dataDir(): string {
    return join(this.root, 'data');
  }

  get drives(): readonly string[] {
    return Array.from({ length: this.driveCount }, (_, i) => join(this.root, `d${i}`));
  }

  get store(): Store {
    if (!this.#open) {
      throw new Error('the store is closed');
    }
    return this.#open;
  }

  async open(
    drives: readonly string[] = this.drives,
    more: Partial<EngineOptions> = {},
  ): Promise<Store> {
    this.#open = await openStore(
      {
        dataDir: this.dataDir,
        drives,
        scrub: () => this.scrub,
        log: (level, message) => this.messages.push(`${level}: ${message}`),
        ...more,
      },
      this.#tuning,
    );
    this.#keepDurable(this.#open);
    return this.#open;
  }

  /** Records the state of the index that survives a power loss: that of its last sync. */
  #keepDurable(store: Store): void {
    const keep = (): void => {
      if (this.#powerless) {
        return;
      }
      for (const suffix of ['', '-wal']) {
        copyFileSync(`${store.index.path}${suffix}`, join(this.dataDir, `durable${suffix}`));
      }
    };
    const sync = store.index.sync.bind(store.index);
    store.index.sync = async () => {
      await sync();
      keep();
    };
    keep();
  }

  /** Reopens with the index as a power loss may leave it; the log on the drives was synced. */
  async losePower(): Promise<Store> {
    await this.cutPower();
    return this.open();
  }

  /** Leaves everything as a power loss may: the session is never ended. */
  async cutPower(): Promise<void> {
    const marks = this.drives.map((drive) => join(drive, 'session'));
    const before = marks.map((path) => existsSync(path) && readFileSync(path));
    this.#powerless = true;
    await this.close();
    this.#powerless = false;
    for (const [i, path] of marks.entries()) {
      const mark = before[i];
      if (mark && existsSync(path)) {
        await writeFile(path, mark);
      }
    }
    await this.#removeIndex();
    await rm(join(this.dataDir, 'index.seal'));
    for (const suffix of ['', '-wal']) {
      await rename(
        join(this.dataDir, `durable${suffix}`),
        join(this.dataDir, `index.sqlite${suffix}`),
      );
    }
  }

  async #removeIndex(): Promise<void> {
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(join(this.dataDir, `index.sqlite${suffix}`), { force: true });
    }
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = undefined;
  }

  async reopen(): Promise<Store> {
    await this.close();
    return this.open();
  }

  /** Deletes the index and reopens the store, which rebuilds it from the drives. */
  async rebuild(): Promise<Store> {
    await this.close();
    await this.#removeIndex();
    return this.open();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.root, { recursive: true, force: true });
  }
}

export function bodyOf(content: string | Uint8Array, chunk = 64 * 1024): IncomingBody {
  const bytes = Buffer.from(content);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) {
      yield bytes.subarray(at, at + chunk);
    }
  }
  return { source: source(), size: bytes.length };
}

export function put(
  engine: Engine,
  key: string,
  content: string | Uint8Array,
  more: Partial<PutObject> = {},
): Promise<StoredObject> {
  return engine.putObject({
    bucket: 'bucket',
    key,
    attributes: PLAIN,
    body: bodyOf(content),
    ...more,
  });
}

export async function readAll(
  engine: Engine,
  object: StoredObject,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of engine.readObject(object, range)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the content of an object, or undefined if no object is visible. */
export async function get(
  engine: Engine,
  key: string,
  versionId?: string,
): Promise<string | undefined> {
  const object = engine.getObject('bucket', key, versionId);
  return object && !object.isDeleteMarker ? (await readAll(engine, object)).toString() : undefined;
}

export async function makeBucket(
  engine: Engine,
  name = 'bucket',
  objectLock = false,
): Promise<void> {
  await engine.createBucket({ name, region: 'us-east-1', objectLock });
}

/** Pseudo-random numbers in [0, 1), reproducible for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the paths of all files below a directory, relative to it. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
}

/** Returns the content files on all drives, including temporary ones. */
export async function contentFiles(fixture: StoreFixture): Promise<string[]> {
  const found: string[] = [];
  for (const drive of fixture.drives) {
    const files = await filesBelow(drive);
    found.push(...files.filter((name) => name.startsWith('blobs/') || name.startsWith('tmp/')));
  }
  return found;
}

/** Waits for the background work that has been started. */
export async function settled(store: Store): Promise<void> {
  const { compaction, drain, garbage, heal, orphans, repairs, scrub, staleUploads } =
    store.upkeep.parts;
  for (const { loop } of [
    staleUploads,
    drain,
    compaction,
    heal,
    scrub,
    repairs,
    orphans,
    garbage,
  ]) {
    await loop.idle();
  }
}
