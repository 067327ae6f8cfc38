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

/** Whether a change is in effect already, or will be after a restart. */
export type Effect = 'applied' | 'at-restart';

/** What a target is to have from now on; undefined when it goes. */
export interface TargetChange extends ConfigTarget {
  readonly values: ConfigValues | undefined;
}

/** Looks at changes before any of them is stored; what it throws refuses them all. */
export type Approve = (changes: readonly TargetChange[]) => Promise<void>;

/** The settings that administrators may change while the store runs, each change kept with its time. */
export class ConfigStore {
  readonly #stored: DurableMap<ConfigValues>;
  readonly #history: ConfigHistory;
  /** What is in effect; the rest waits for a restart. */
  readonly running: RunningConfig;
  #revision = 1;
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
    this.running = new RunningConfig(this.#stored.entries());
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
    this.running.replace(this.#stored.entries());
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
