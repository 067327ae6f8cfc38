import type { AdminClient } from '@stowage/storage-client/admin';
import {
  type ConfigLine,
  ConfigValueError,
  configTargetText,
  DEFAULT_TARGET,
  printConfigText,
} from '@stowage/storage-client/config-text';
import { checkRevision } from '../../changes/revision.ts';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import { isInUse, NO_TARGET, targetRevision } from './present-config.ts';
import {
  type ConfigReader,
  lineOf,
  type ReadConfig,
  readConfig,
  serverKey,
} from './read-config.ts';
import { refusedKey } from './refused-key.ts';
import { restorePassword } from './secrets.ts';

type ConfigWriter = ConfigReader & Pick<AdminClient, 'setConfig' | 'resetConfig'>;

/** The configuration target to change, and the state that the caller saw. */
export interface ConfigChange {
  readonly admin: ConfigWriter;
  readonly turns: Turns;
  readonly name: string;
  /** Undefined for the default one. */
  readonly target: string | undefined;
  readonly revision: string | undefined;
  readonly signal: AbortSignal;
}

interface Wish {
  readonly values: readonly { readonly key: string; readonly value: string }[];
  /** Keys to reset to their defaults. */
  readonly reset: readonly string[];
}

/** Sets the given values and leaves the rest unchanged. Entries with an empty value are ignored. */
export function changeConfig(change: ConfigChange, wish: Wish): Promise<{ restart: boolean }> {
  return inTurn(change, async (config, line) => {
    const values = wish.values.filter(({ value }) => value !== '');
    const keys = [...values.map(({ key }) => key), ...wish.reset];
    for (const key of keys) checkKey(config, line, key);
    if (keys.length === 0) return { restart: false };
    const text = lineText(config, change.target, [
      ...values.map(({ key, value }) => {
        const stored = line?.values[key] ?? '';
        return [serverKey(config, key), restorePassword(key, value, stored)] as const;
      }),
      ...wish.reset.map((key) => {
        const byDefault = config.keys.find((known) => known.key === key)?.default ?? '';
        return [serverKey(config, key), byDefault] as const;
      }),
    ]);
    // Not aborted when the caller disconnects: half a change is of no use.
    const { applied } = await refusedKey(
      keys,
      change.admin.setConfig({ text }),
      config.keys.map(({ key }) => key),
    );
    return { restart: !applied };
  });
}

/** Resets a target to its defaults; a named target is removed by that. */
export function resetTarget(change: ConfigChange): Promise<{ restart: boolean }> {
  return inTurn(change, async (config, line) => {
    if (line === undefined) throw noTarget(change.target);
    const where = configTargetText(config.subsystem.name, line.target);
    // If the configuration is only a part of a subsystem, only its own keys.
    const own = Object.entries(config.renamed ?? {}).flatMap(([key, name]) =>
      line.values[name] === undefined ? [] : [key],
    );
    const text = [where, ...own].join(' ');
    const { applied } = await refusedKey([], change.admin.resetConfig({ text }));
    return { restart: !applied };
  });
}

/** @throws ConsoleError NotFound */
export function noTarget(target: string | undefined): ConsoleError {
  const detail = `There is no target '${target ?? DEFAULT_TARGET}'.`;
  return new ConsoleError('NotFound', { field: 'arn_resource_id', detail });
}

function inTurn<Result>(
  { admin, turns, name, target, revision, signal }: ConfigChange,
  work: (config: ReadConfig, line: ConfigLine | undefined) => Promise<Result>,
): Promise<Result> {
  return turns.take({ name: 'settings', signal }, async ({ check }) => {
    const config = await readConfig(admin, name, signal);
    if (target !== undefined && !config.subsystem.multipleTargets) throw noTarget(target);
    const line = lineOf(config, target);
    if (revision !== NO_TARGET) checkRevision(revision, targetRevision(line));
    else if (line !== undefined && isInUse(config.keys, line)) {
      throw new ConsoleError('TargetExists', { field: 'arn_resource_id' });
    }
    await check();
    return work(config, line);
  });
}

function checkKey(config: ReadConfig, line: ConfigLine | undefined, key: string): void {
  const variable = line?.overrides[key]?.variable;
  if (variable !== undefined) {
    const detail = `The environment variable ${variable} of the server holds '${key}'.`;
    throw new ConsoleError('InvalidInput', { field: key, detail });
  }
  if (config.renamed !== undefined && serverKey(config, key) === key && key !== 'comment') {
    const detail = `'${config.name}' has no setting '${key}'.`;
    throw new ConsoleError('InvalidInput', { field: key, detail });
  }
}

/** @throws ConsoleError InvalidInput for a value that a configuration line cannot contain */
function lineText(
  config: ReadConfig,
  target: string | undefined,
  values: readonly (readonly [key: string, value: string])[],
): string {
  const subsystem = config.subsystem.name;
  const known = config.keys.map(({ key }) => serverKey(config, key));
  try {
    return printConfigText(
      [{ subsystem, target: target ?? DEFAULT_TARGET, values: Object.fromEntries(values) }],
      () => known,
    );
  } catch (cause) {
    if (!(cause instanceof ConfigValueError)) throw cause;
    throw new ConsoleError('InvalidInput', { field: cause.key, detail: cause.message, cause });
  }
}
