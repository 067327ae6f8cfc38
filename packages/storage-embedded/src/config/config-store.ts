import { randomUUID } from 'node:crypto';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { TextSealer } from '../auth/sealed-text.ts';
import { type Codec, DurableMap } from '../documents/durable-map.ts';
import { Turns } from '../documents/turns.ts';
import type { Engine } from '../engine/types.ts';
import { type ConfigValues, parseConfig, parseReset, printConfig } from './config-text.ts';
import { findSubsystem, type ScannerSpeed, SUBSYSTEMS, type Subsystem } from './subsystems.ts';

/** What was set at a time. */
export interface ConfigChange {
  readonly restoreId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly text: string;
}

/** Whether a change is in effect already, or will be after a restart. */
export type Effect = 'applied' | 'at-restart';

const MOST_CHANGES = 200;

/** The settings that administrators may change while the store runs, each change kept with its time. */
export class ConfigStore {
  readonly #stored: DurableMap<ConfigValues>;
  readonly #history: DurableMap<ConfigChange>;
  #running = new Map<string, ConfigValues>();
  readonly #turns = new Turns();

  /** @param sealer keeps the values encrypted: some are secrets */
  constructor(engine: Pick<Engine, 'listDocuments' | 'putDocument'>, sealer: TextSealer) {
    this.#stored = new DurableMap(engine, 'config', sealed(sealer));
    this.#history = new DurableMap(engine, 'config-history', sealed(sealer));
    this.reload();
  }

  /** Puts everything into effect that waits for a restart. */
  reload(): void {
    this.#stored.reload();
    this.#history.reload();
    this.#running = new Map(this.#stored.entries());
  }

  /** Most S3 requests at one time; 0 for no limit. */
  get requestsMax(): number {
    return Number(this.#value('api', 'requests_max'));
  }

  get corsOrigins(): readonly string[] {
    return this.#value('api', 'cors_allow_origin').split(',');
  }

  /** Milliseconds. */
  get staleUploadsExpiry(): number {
    return parseGoDuration(this.#value('api', 'stale_uploads_expiry')) ?? 0;
  }

  get scannerSpeed(): ScannerSpeed {
    return this.#value('scanner', 'speed') as ScannerSpeed;
  }

  /** '' when none was set. */
  get region(): string {
    return this.#value('site', 'region');
  }

  /** One line a subsystem, with the values as they are stored. */
  print(subsystems: readonly Subsystem[] = SUBSYSTEMS): string {
    return subsystems
      .map((subsystem) => printConfig(subsystem, this.#stored.get(subsystem.name) ?? {}))
      .join('');
  }

  /**
   * Sets what the lines say and leaves the rest. None is set when one is wrong.
   *
   * @throws S3Error XMinioConfigError
   */
  set(text: string): Promise<Effect> {
    return this.#turns.take(async () => {
      const lines = parseConfig(text);
      for (const { subsystem, values } of lines) {
        await this.#store(subsystem, { ...this.#stored.get(subsystem.name), ...values });
      }
      await this.#remember(text);
      return effectOf(lines);
    });
  }

  /**
   * Gives keys, or all of a subsystem, their defaults.
   *
   * @throws S3Error XMinioConfigError
   */
  reset(text: string): Promise<Effect> {
    return this.#turns.take(async () => {
      const lines = parseReset(text);
      for (const { subsystem, keys } of lines) {
        const values = Object.entries(this.#stored.get(subsystem.name) ?? {});
        await this.#store(
          subsystem,
          Object.fromEntries(values.filter(([key]) => !keys.includes(key))),
        );
      }
      return effectOf(lines);
    });
  }

  /**
   * Sets the lines and gives everything else its default.
   *
   * @throws S3Error XMinioConfigError
   */
  replace(text: string): Promise<void> {
    return this.#turns.take(async () => {
      const next = new Map(SUBSYSTEMS.map((subsystem) => [subsystem, {} as ConfigValues]));
      for (const { subsystem, values } of parseConfig(text)) {
        next.set(subsystem, { ...next.get(subsystem), ...values });
      }
      for (const [subsystem, values] of next) {
        await this.#store(subsystem, values);
      }
    });
  }

  /** The latest changes, oldest first. */
  history(count: number): readonly ConfigChange[] {
    const changes = [...this.#history.values()];
    return changes.sort((a, b) => a.createdAt - b.createdAt).slice(-count);
  }

  /**
   * Sets again what a change has set.
   *
   * @throws S3Error XMinioConfigNotFoundError
   */
  async restore(restoreId: string): Promise<void> {
    const change = this.#history.get(restoreId);
    if (change === undefined) {
      throw new S3Error('XMinioConfigNotFoundError');
    }
    await this.set(change.text);
  }

  /**
   * @param restoreId of a change, or 'all'
   * @throws S3Error XMinioConfigNotFoundError
   */
  forget(restoreId: string): Promise<void> {
    return this.#turns.take(async () => {
      const all = [...this.#history.values()].map((change) => change.restoreId);
      if (restoreId !== 'all' && !all.includes(restoreId)) {
        throw new S3Error('XMinioConfigNotFoundError');
      }
      for (const id of restoreId === 'all' ? all : [restoreId]) {
        await this.#history.remove(id);
      }
    });
  }

  #value(name: string, key: string): string {
    const set = this.#running.get(name)?.[key];
    const fallback = findSubsystem(name)?.keys.find((known) => known.key === key)?.default ?? '';
    return set === undefined || set === '' ? fallback : set;
  }

  async #store(subsystem: Subsystem, values: ConfigValues): Promise<void> {
    await (Object.keys(values).length === 0
      ? this.#stored.remove(subsystem.name)
      : this.#stored.put(subsystem.name, values));
    if (subsystem.dynamic) {
      this.#running.set(subsystem.name, values);
    }
  }

  async #remember(text: string): Promise<void> {
    const restoreId = randomUUID();
    await this.#history.put(restoreId, { restoreId, createdAt: Date.now(), text: text.trim() });
    const tooMany = this.history(Number.POSITIVE_INFINITY).slice(0, -MOST_CHANGES);
    for (const change of tooMany) {
      await this.#history.remove(change.restoreId);
    }
  }
}

function effectOf(lines: readonly { subsystem: Subsystem }[]): Effect {
  return lines.every(({ subsystem }) => subsystem.dynamic) ? 'applied' : 'at-restart';
}

function sealed<Value>(sealer: TextSealer): Codec<Value> {
  return {
    encode: (value, name) => sealer.seal(JSON.stringify(value), name),
    decode: (text, name) => JSON.parse(sealer.open(text, name)),
  };
}
