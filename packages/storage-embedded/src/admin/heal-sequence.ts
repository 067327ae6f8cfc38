import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../engine/types.ts';
import { bucketItem, type HealItem, objectItem } from './heal-item.ts';
import { paceReading } from './pace-reading.ts';

/** Maximum number of results waiting to be fetched; above it, healing pauses. */
const MAX_WAITING = 1000;
const LOOK_EVERY_MS = 100;
/** Time after which an unfetched run counts as abandoned. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** Share of the time spent on reading while requests are served. */
const SHARE = 0.5;
const DEEP = 2;

/** The supported options of MinIO's HealOpts. */
export interface HealSettings {
  readonly recursive: boolean;
  readonly dryRun: boolean;
  readonly scanMode: number;
}

export interface HealStart {
  readonly bucket: string;
  readonly prefix: string;
  readonly clientAddress: string;
  readonly settings: HealSettings;
}

class NotFetched extends Error {
  constructor() {
    super('The results were not fetched for too long.');
  }
}

/** A healing run started by a client, with the results it has not fetched yet. */
export class HealSequence {
  readonly token = randomUUID();
  readonly startedAt = new Date();
  readonly start: HealStart;
  readonly #engine: Engine;
  readonly #stop = new AbortController();
  #items: (HealItem & { readonly resultId: number })[] = [];
  #told = 0;
  #summary: 'running' | 'finished' | 'stopped' = 'running';
  #detail = '';
  #endedAt: number | undefined;
  readonly #run: Promise<void>;

  constructor(engine: Engine, start: HealStart) {
    this.#engine = engine;
    this.start = start;
    this.#run = this.#heal();
  }

  get hasResults(): boolean {
    return this.#items.length > 0;
  }

  /** Milliseconds since the epoch; undefined while it runs. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run;
  }

  /** Returns MinIO's status, with the results since the last call. */
  takeStatus(): object {
    const items = this.#items;
    this.#items = [];
    return {
      Summary: this.#summary,
      ...(this.#detail === '' ? {} : { Detail: this.#detail }),
      StartTime: this.startedAt.toISOString(),
      Settings: this.start.settings,
      Items: items,
    };
  }

  async #heal(): Promise<void> {
    try {
      for (const bucket of this.#buckets()) {
        await this.#healBucket(bucket);
      }
      this.#summary = 'finished';
    } catch (error) {
      const stopped = this.#stop.signal.aborted;
      this.#summary = stopped ? 'finished' : 'stopped';
      this.#detail = stopped ? '' : error instanceof Error ? error.message : String(error);
    }
    this.#endedAt = Date.now();
  }

  /** Newest first, as in MinIO. */
  #buckets(): readonly string[] {
    const { bucket } = this.start;
    const all = this.#engine.listBuckets();
    return bucket === ''
      ? all.toSorted((a, b) => b.createdAt - a.createdAt).map(({ name }) => name)
      : [bucket];
  }

  async #healBucket(bucket: string): Promise<void> {
    const { prefix, settings } = this.start;
    const { signal } = this.#stop;
    const drives = await this.#engine.drives();
    await this.#push(bucketItem(bucket, drives));
    const versions = this.#engine.healObjects({
      bucket,
      prefix,
      recursive: settings.recursive,
      deep: settings.scanMode === DEEP,
      dryRun: settings.dryRun,
      onRead: paceReading(SHARE),
      stopped: () => signal.aborted,
    });
    for await (const version of versions) {
      await this.#push(objectItem(version, drives));
    }
  }

  async #push(item: HealItem): Promise<void> {
    const { signal } = this.#stop;
    for (const since = Date.now(); this.#items.length >= MAX_WAITING; ) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false, signal });
      if (Date.now() - since > LONGEST_WAIT_MS) {
        throw new NotFetched();
      }
    }
    signal.throwIfAborted();
    this.#items.push({ ...item, resultId: ++this.#told });
  }
}
