import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { TextSealer } from '../auth/sealed-text.ts';
import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';
import { Turns } from '../documents/turns.ts';
import type { CompressionRules } from './compression-rules.ts';
import { type ConfigChange, ConfigHistory } from './config-history.ts';
import {
  type ConfigTarget,
  type ConfigValues,
  completeValues,
  DEFAULT_TARGET,
  parseConfig,
  parseReset,
  printConfig,
  targetText,
} from './config-text.ts';
import type { Subsystem } from './subsystem.ts';
import { findSubsystem, type ScannerSpeed, SUBSYSTEMS } from './subsystems.ts';

/** Whether a change is in effect already, or will be after a restart. */
export type Effect = 'applied' | 'at-restart';

/** What a target is to have from now on; undefined when it goes. */
export interface TargetChange extends ConfigTarget {
  readonly values: ConfigValues | undefined;
}

/** Looks at changes before any of them is stored; what it throws refuses them all. */
export type Approve = (changes: readonly TargetChange[]) => Promise<void>;

/** What each request asks for. */
interface RequestSettings {
  readonly requestsMax: number;
  readonly corsOrigins: readonly string[];
  readonly compression: CompressionRules | undefined;
}

/** The settings that administrators may change while the store runs, each change kept with its time. */
export class ConfigStore {
  readonly #stored: DurableMap<ConfigValues>;
  readonly #history: ConfigHistory;
  #running: Map<string, ConfigValues>;
  #revision = 1;
  /** Read once for each state of what is in effect. */
  #forRequests: RequestSettings | undefined;
  readonly #turns = new Turns();
  readonly #onChange: () => void;

  /**
   * @param sealer keeps the values encrypted: some are secrets
   * @param onChange called after each change
   */
  constructor(engine: Documents, sealer: TextSealer, onChange: () => void = () => undefined) {
    this.#onChange = onChange;
    this.#stored = new DurableMap(engine, 'config', sealed(sealer));
    this.#history = new ConfigHistory(engine, sealed(sealer));
    this.#running = new Map(this.#stored.entries());
  }

  /** Grows with each change of what is in effect. */
  get revision(): number {
    return this.#revision;
  }

  /** Puts everything into effect that waits for a restart. */
  reload(): void {
    this.#revision += 1;
    this.#stored.reload();
    this.#history.reload();
    this.#running = new Map(this.#stored.entries());
    this.#forRequests = undefined;
    this.#onChange();
  }

  /** Seals everything with the sealer's current key. */
  async reseal(): Promise<void> {
    for (const [name] of [...this.#stored.entries()]) {
      await this.#turns.take(() => this.#stored.rewrite(name));
    }
    for (const name of this.#history.names()) {
      await this.#turns.take(() => this.#history.rewrite(name));
    }
  }

  /** Most S3 requests at one time; 0 for no limit. */
  get requestsMax(): number {
    return this.#requestSettings().requestsMax;
  }

  get corsOrigins(): readonly string[] {
    return this.#requestSettings().corsOrigins;
  }

  /** Milliseconds. */
  get staleUploadsExpiry(): number {
    return parseGoDuration(this.#value('api', 'stale_uploads_expiry')) ?? 0;
  }

  get scannerSpeed(): ScannerSpeed {
    return this.#value('scanner', 'speed') as ScannerSpeed;
  }

  /** How many times as long as it worked the scanner rests; undefined where its speed says so. */
  get scannerDelay(): number | undefined {
    const set = this.#running.get('scanner')?.delay ?? '';
    return set === '' ? undefined : Number(set);
  }

  /** The longest rest of the scanner, in milliseconds. */
  get scannerMaxWait(): number {
    return parseGoDuration(this.#value('scanner', 'max_wait')) ?? 0;
  }

  /** From one scan to the next, in milliseconds. */
  get scannerCycle(): number {
    return parseGoDuration(this.#value('scanner', 'cycle')) ?? 0;
  }

  /** Requests at one time above which a scrub goes slowest. */
  get healMaxIo(): number {
    return Number(this.#value('heal', 'max_io'));
  }

  /** How often, in milliseconds, and how fast all copies are read; undefined when never. */
  get scrub(): { every: number; bytesPerSecond: number; maxSleep: number } | undefined {
    const every = this.#value('heal', 'bitrotscan');
    const bytesPerSecond = Number(this.#value('heal', 'bitrotscan_rate')) * 1024 * 1024;
    const maxSleep = parseGoDuration(this.#value('heal', 'max_sleep')) ?? 0;
    return every === 'off'
      ? undefined
      : { every: every === 'on' ? 0 : (parseGoDuration(every) ?? 0), bytesPerSecond, maxSleep };
  }

  /** Which objects are stored compressed; undefined for none. */
  get compression(): CompressionRules | undefined {
    return this.#requestSettings().compression;
  }

  /** '' when none was set. */
  get region(): string {
    return this.#value('site', 'region');
  }

  /** Everything, with secrets; what is not configured is a comment where MinIO makes it one. */
  print(): string {
    return SUBSYSTEMS.flatMap((subsystem) =>
      this.targets(subsystem).map(({ target, values }) => {
        const line = printConfig({ subsystem, target }, values ?? {});
        return subsystem.multipleTargets && values === undefined ? `# ${line}` : line;
      }),
    ).join('');
  }

  /**
   * The targets of a subsystem, the default one first, with the values as they are stored;
   * undefined for a default one of which nothing is set.
   */
  targets({ name }: Subsystem): readonly { target: string; values: ConfigValues | undefined }[] {
    const named = [...this.#stored.entries()]
      .filter(([entry]) => entry.startsWith(`${name}:`))
      .map(([entry, values]) => ({ target: entry.slice(name.length + 1), values }));
    return [{ target: DEFAULT_TARGET, values: this.#stored.get(name) }, ...named];
  }

  /** The targets of a subsystem that are enabled and in effect. */
  enabledTargets({ name, keys }: Subsystem): readonly { target: string; values: ConfigValues }[] {
    const defaults = Object.fromEntries(keys.map((known) => [known.key, known.default]));
    return [...this.#running]
      .filter(([entry, { enable }]) => entry.split(':')[0] === name && enable === 'on')
      .map(([entry, values]) => ({
        target: entry.slice(name.length + 1) || DEFAULT_TARGET,
        values: { ...defaults, ...withoutEmpty(values) },
      }));
  }

  /** Whether anything is set of a target. */
  has({ subsystem, target }: ConfigTarget): boolean {
    return this.#stored.get(targetText(subsystem, target)) !== undefined;
  }

  /**
   * Sets what the lines say and leaves the rest. None is set when one is wrong.
   *
   * @throws S3Error XMinioConfigError, and what `approve` throws
   */
  set(text: string, approve: Approve = nothingToSay): Promise<Effect> {
    return this.#turns.take(async () => {
      const next = new Map<string, TargetChange>();
      for (const { subsystem, target, values } of parseConfig(text)) {
        const entry = targetText(subsystem, target);
        const { enable: _, ...former } = next.get(entry)?.values ?? this.#stored.get(entry) ?? {};
        next.set(entry, { subsystem, target, values: { ...former, ...values } });
      }
      const changes = await this.#change([...next.values()], approve);
      await this.#history.remember(text);
      return effectOf(changes);
    });
  }

  /**
   * Gives keys, or all of a target, their defaults.
   *
   * @throws S3Error XMinioConfigError, and what `approve` throws
   */
  reset(text: string, approve: Approve = nothingToSay): Promise<Effect> {
    return this.#turns.take(async () => {
      const changes = parseReset(text).map(({ subsystem, target, keys }): TargetChange => {
        const stored = this.#stored.get(targetText(subsystem, target));
        if (stored === undefined && target !== DEFAULT_TARGET) {
          const gone = `there is no target '${target}' of '${subsystem.name}'`;
          throw new S3Error('XMinioConfigError', gone);
        }
        const left = Object.entries(stored ?? {}).filter(([key]) => !keys.includes(key));
        if (left.length === 0) {
          return { subsystem, target, values: undefined };
        }
        // Its default, which is not what a target has that is set without it.
        const disabled = keys.includes('enable') ? { enable: 'off' } : {};
        return { subsystem, target, values: { ...Object.fromEntries(left), ...disabled } };
      });
      return effectOf(await this.#change(changes, approve));
    });
  }

  /**
   * Sets the lines and gives everything else its default.
   *
   * @throws S3Error XMinioConfigError, and what `approve` throws
   */
  replace(text: string, approve: Approve = nothingToSay): Promise<void> {
    return this.#turns.take(async () => {
      const next = new Map<string, TargetChange>();
      for (const subsystem of SUBSYSTEMS) {
        for (const { target } of this.targets(subsystem)) {
          next.set(targetText(subsystem, target), { subsystem, target, values: undefined });
        }
      }
      for (const { subsystem, target, values } of parseConfig(text)) {
        const entry = targetText(subsystem, target);
        const merged = { ...next.get(entry)?.values, ...values };
        next.set(entry, { subsystem, target, values: merged });
      }
      await this.#change([...next.values()], approve);
      await this.#history.remember(text);
    });
  }

  /** Does something that relies on the settings, while none of them changes. */
  steady<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work);
  }

  /** The latest changes, oldest first. */
  history(count: number): readonly ConfigChange[] {
    return this.#history.latest(count);
  }

  /**
   * Sets again what a change has set.
   *
   * @throws S3Error XMinioConfigNotFoundError
   */
  async restore(restoreId: string, approve: Approve = nothingToSay): Promise<void> {
    await this.set(this.#history.need(restoreId).text, approve);
  }

  /**
   * @param restoreId of a change, or 'all'
   * @throws S3Error XMinioConfigNotFoundError
   */
  forget(restoreId: string): Promise<void> {
    return this.#turns.take(() => this.#history.forget(restoreId));
  }

  #requestSettings(): RequestSettings {
    this.#forRequests ??= {
      requestsMax: Number(this.#value('api', 'requests_max')),
      corsOrigins: this.#value('api', 'cors_allow_origin').split(','),
      compression: this.#compression(),
    };
    return this.#forRequests;
  }

  #compression(): CompressionRules | undefined {
    return this.#value('compression', 'enable') === 'on'
      ? {
          extensions: this.#value('compression', 'extensions').split(','),
          contentTypes: this.#value('compression', 'mime_types').split(','),
          encrypted: this.#value('compression', 'allow_encryption') === 'on',
        }
      : undefined;
  }

  #value(name: string, key: string): string {
    const set = this.#running.get(name)?.[key];
    const fallback = findSubsystem(name)?.keys.find((known) => known.key === key)?.default ?? '';
    return set === undefined || set === '' ? fallback : set;
  }

  /** Stores the changes, all of which were found right before. */
  async #change(
    wanted: readonly TargetChange[],
    approve: Approve,
  ): Promise<readonly TargetChange[]> {
    const changes = wanted.map((change) =>
      change.values === undefined
        ? change
        : { ...change, values: completeValues(change, change.values) },
    );
    await approve(changes);
    await this.#stored.change(
      new Map(
        changes.map(({ subsystem, target, values }) => [targetText(subsystem, target), values]),
      ),
    );
    for (const { subsystem, target, values } of changes.filter(isAtOnce)) {
      this.#running.set(targetText(subsystem, target), values ?? {});
      this.#forRequests = undefined;
    }
    this.#revision += 1;
    this.#onChange();
    return changes;
  }
}

async function nothingToSay(): Promise<void> {}

/** An empty value stands for the default. */
function withoutEmpty(values: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

const isAtOnce = ({ subsystem }: { readonly subsystem: Subsystem }) => subsystem.dynamic;

function effectOf(lines: readonly { subsystem: Subsystem }[]): Effect {
  return lines.every(isAtOnce) ? 'applied' : 'at-restart';
}

function sealed<Value>(sealer: TextSealer): Codec<Value> {
  return {
    encode: (value, name) => sealer.seal(JSON.stringify(value), name),
    decode: (text, name) => JSON.parse(sealer.open(text, name)),
  };
}
