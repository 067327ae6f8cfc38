import { S3Error } from '@stowage/storage-wire/s3-error';
import type { TextSealer } from '../auth/sealed-text.ts';
import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';
import { Turns } from '../documents/turns.ts';
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
import { RunningConfig } from './running-config.ts';
import type { Subsystem } from './subsystem.ts';
import { SUBSYSTEMS } from './subsystems.ts';

/** Whether a change takes effect immediately or after a restart. */
export type Effect = 'applied' | 'at-restart';

/** The new values of a target; undefined removes it. */
export interface TargetChange extends ConfigTarget {
  readonly values: ConfigValues | undefined;
}

/** Checks changes before any of them is stored; throws to refuse them all. */
export type Approve = (changes: readonly TargetChange[]) => Promise<void>;

/** The settings that administrators can change at run time, with the history of changes. */
export class ConfigStore {
  readonly #stored: DurableMap<ConfigValues>;
  readonly #history: ConfigHistory;
  /** The settings in effect; others wait for a restart. */
  readonly running: RunningConfig;
  #revision = 1;
  readonly #turns = new Turns();
  readonly #onChange: () => void;

  /**
   * @param sealer encrypts the values, some of which are secrets
   * @param onChange called after each change
   */
  constructor(engine: Documents, sealer: TextSealer, onChange: () => void = () => undefined) {
    this.#onChange = onChange;
    this.#stored = new DurableMap(engine, 'config', sealed(sealer));
    this.#history = new ConfigHistory(engine, sealed(sealer));
    this.running = new RunningConfig(this.#stored.entries());
  }

  /** Increases with each change of the settings in effect. */
  get revision(): number {
    return this.#revision;
  }

  /** Applies all settings that wait for a restart. */
  reload(): void {
    this.#revision += 1;
    this.#stored.reload();
    this.#history.reload();
    this.running.replace(this.#stored.entries());
    this.#onChange();
  }

  /** Re-encrypts everything with the sealer's current key. */
  async reseal(): Promise<void> {
    for (const [name] of [...this.#stored.entries()]) {
      await this.#turns.take(() => this.#stored.rewrite(name));
    }
    for (const name of this.#history.names()) {
      await this.#turns.take(() => this.#history.rewrite(name));
    }
  }

  /**
   * Returns all settings, including secrets; targets without settings are commented out where MinIO
   * does so.
   */
  print(): string {
    return SUBSYSTEMS.flatMap((subsystem) =>
      this.targets(subsystem).map(({ target, values }) => {
        const line = printConfig({ subsystem, target }, values ?? {});
        return subsystem.multipleTargets && values === undefined ? `# ${line}` : line;
      }),
    ).join('');
  }

  /**
   * Returns the targets of a subsystem, the default one first, with their stored values; undefined
   * for a default target without settings.
   */
  targets({ name }: Subsystem): readonly { target: string; values: ConfigValues | undefined }[] {
    const named = [...this.#stored.entries()]
      .filter(([entry]) => entry.startsWith(`${name}:`))
      .map(([entry, values]) => ({ target: entry.slice(name.length + 1), values }));
    return [{ target: DEFAULT_TARGET, values: this.#stored.get(name) }, ...named];
  }

  /** Whether a target has any settings. */
  has({ subsystem, target }: ConfigTarget): boolean {
    return this.#stored.get(targetText(subsystem, target)) !== undefined;
  }

  /**
   * Applies the settings in the text and keeps all others. If one is invalid, none is applied.
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
   * Resets keys, or all of a target, to their defaults.
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
        // The default of `enable`; a target that is set without it would be enabled.
        const disabled = keys.includes('enable') ? { enable: 'off' } : {};
        return { subsystem, target, values: { ...Object.fromEntries(left), ...disabled } };
      });
      return effectOf(await this.#change(changes, approve));
    });
  }

  /**
   * Applies the settings in the text and resets all others to their defaults.
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

  /** Runs work that relies on the settings while no change can occur. */
  steady<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work);
  }

  /** Returns the latest changes, oldest first. */
  history(count: number): readonly ConfigChange[] {
    return this.#history.latest(count);
  }

  /**
   * Applies a past change again.
   *
   * @throws S3Error XMinioConfigNotFoundError
   */
  async restore(restoreId: string, approve: Approve = nothingToSay): Promise<void> {
    await this.set(this.#history.need(restoreId).text, approve);
  }

  /**
   * Deletes one change from the history, or all.
   *
   * @param restoreId of a change, or 'all'
   * @throws S3Error XMinioConfigNotFoundError
   */
  forget(restoreId: string): Promise<void> {
    return this.#turns.take(() => this.#history.forget(restoreId));
  }

  /** Stores the changes, all of which have been checked. */
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
      this.running.set(targetText(subsystem, target), values ?? {});
    }
    this.#revision += 1;
    this.#onChange();
    return changes;
  }
}

async function nothingToSay(): Promise<void> {}

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
