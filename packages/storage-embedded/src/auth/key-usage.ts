import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';
import type { Log } from '../log.ts';

const HOUR_MS = 3_600_000;
const WRITE_EVERY_MS = 5 * 60_000;
/** Number of keys written per turn, which limits how long identity changes have to wait. */
const BATCH = 64;

/** Milliseconds since the epoch, truncated to the hour. */
const HOURS: Codec<number> = { encode: String, decode: Number };

type InTurn = (change: () => Promise<void>) => Promise<void>;

/**
 * Records when access keys were last used, to the hour. A request costs one lookup; changes are
 * written later, at most once an hour per key, and are lost if the process is killed before that.
 */
export class KeyUsage {
  readonly #written: DurableMap<number>;
  readonly #inTurn: InTurn;
  readonly #unwritten = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param inTurn runs a change while no key is added or removed */
  constructor(engine: Documents, inTurn: InTurn) {
    this.#written = new DurableMap(engine, 'key-usage', HOURS);
    this.#inTurn = inTurn;
  }

  /** Reloads everything from the engine. */
  reload(): void {
    this.#written.reload();
  }

  /**
   * Records the use of an existing key.
   *
   * @param now milliseconds since the epoch
   */
  note(accessKey: string, now: number): void {
    const hour = now - (now % HOUR_MS);
    if (hour > (this.lastUsed(accessKey) ?? 0)) {
      this.#unwritten.set(accessKey, hour);
    }
  }

  /**
   * Returns the hour in which a key was last used, in milliseconds since the epoch; undefined if
   * unknown.
   */
  lastUsed(accessKey: string): number | undefined {
    return this.#unwritten.get(accessKey) ?? this.#written.get(accessKey);
  }

  /** Forgets a removed key; must be called within `inTurn`, after its removal. */
  async forget(accessKey: string): Promise<void> {
    this.#unwritten.delete(accessKey);
    if (this.#written.get(accessKey) !== undefined) {
      await this.#written.remove(accessKey);
    }
  }

  /** Writes pending changes periodically until closed. */
  start(log: Log): void {
    this.#timer = setInterval(() => void this.#writeOrTell(log), WRITE_EVERY_MS).unref();
  }

  /** Writes pending changes and stops. */
  async close(log: Log): Promise<void> {
    clearInterval(this.#timer);
    await this.#writeOrTell(log);
  }

  /**
   * Writes pending changes after any write in progress.
   *
   * @throws Error if the engine refuses the change; it is retried the next time
   */
  write(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #writeOrTell(log: Log): Promise<void> {
    try {
      await this.write();
    } catch (error) {
      log('warn', 'When access keys were last used could not be written.', { error });
    }
  }

  async #write(): Promise<void> {
    const hours = [...this.#unwritten];
    for (let from = 0; from < hours.length; from += BATCH) {
      const batch = hours.slice(from, from + BATCH);
      await this.#inTurn(async () => {
        await Promise.all(batch.map(([accessKey, hour]) => this.#put(accessKey, hour)));
      });
    }
  }

  async #put(accessKey: string, hour: number): Promise<void> {
    // The key may have been removed or used in a later hour meanwhile, which is written the next
    // time.
    if (this.#unwritten.get(accessKey) !== hour) {
      return;
    }
    await this.#written.put(accessKey, hour);
    if (this.#unwritten.get(accessKey) === hour) {
      this.#unwritten.delete(accessKey);
    }
  }
}
