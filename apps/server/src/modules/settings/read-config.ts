import type { AdminClient, ConfigKeyHelp, SubsystemHelp } from '@stowage/storage-client/admin';
import {
  type ConfigLine,
  DEFAULT_TARGET,
  parseConfigText,
} from '@stowage/storage-client/config-text';
import { boundedParallel } from '../../bounded-parallel.ts';
import { ConsoleError } from '../../console-error.ts';

/** Concurrent requests for the help of subsystems. */
const HELP_CALLS = 8;

export type ConfigReader = Pick<
  AdminClient,
  'listSubsystems' | 'getSubsystemKeys' | 'exportConfig'
>;

/** A configuration and the subsystem of the server that contains it. */
export interface FoundConfig {
  /** The console's name for it. */
  readonly name: string;
  readonly subsystem: SubsystemHelp;
  /** The console's key names by the server's; undefined if they are all the same. */
  readonly renamed?: Readonly<Record<string, string>> | undefined;
}

/** A configuration with its keys and all its settings. */
export interface ReadConfig extends FoundConfig {
  /** With the console's names. */
  readonly keys: readonly ConfigKeyHelp[];
  /** One per target. */
  readonly lines: readonly ConfigLine[];
}

/** Newer servers store the region as a key of the site. */
const REGION_OF_SITE = { region: 'name', comment: 'comment' };

const hidden = (key: string, type: string): ConfigKeyHelp => ({
  key,
  type,
  description: '',
  optional: true,
});

/** Keys that MinIO accepts but no longer documents. */
const HIDDEN_KEYS: ReadonlyMap<string, readonly ConfigKeyHelp[]> = new Map([
  [
    'scanner',
    [hidden('delay', 'string'), hidden('max_wait', 'duration'), hidden('cycle', 'duration')],
  ],
  ['identity_openid', [hidden('claim_prefix', 'string'), hidden('redirect_uri', 'string')]],
]);

/** For unavailable ones there is nothing but the reason. */
const isAvailable = ({ unavailable }: SubsystemHelp) => unavailable === undefined;

/** Returns the configurations of a server's subsystems. */
export function configsOf(subsystems: readonly SubsystemHelp[]): FoundConfig[] {
  const found = subsystems.map((subsystem) => ({ name: subsystem.name, subsystem }));
  const site = subsystems.find((one) => one.name === 'site');
  if (site === undefined || subsystems.some((one) => one.name === 'region')) return found;
  return [{ name: 'region', subsystem: site, renamed: REGION_OF_SITE }, ...found];
}

/**
 * Reads one configuration; its values include secrets and must stay on the server.
 * @throws ConsoleError NotFound
 */
export async function readConfig(
  admin: ConfigReader,
  name: string,
  signal: AbortSignal,
): Promise<ReadConfig> {
  const found = configsOf(await admin.listSubsystems({ signal })).find((one) => one.name === name);
  if (found === undefined) {
    const detail = `The storage server has no configuration '${name}'.`;
    throw new ConsoleError('NotFound', { field: 'name', detail });
  }
  const [keys, text] = await Promise.all([
    isAvailable(found.subsystem)
      ? admin.getSubsystemKeys({ subsystem: found.subsystem.name, signal })
      : [],
    admin.exportConfig({ signal }),
  ]);
  return withKeys(found, keys, parseConfigText(text));
}

/** The keys of these subsystems, by name. */
export async function readKeysOf(
  admin: Pick<AdminClient, 'getSubsystemKeys'>,
  subsystems: readonly SubsystemHelp[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ConfigKeyHelp[]>> {
  const keys = await boundedParallel(
    subsystems.filter(isAvailable),
    HELP_CALLS,
    async ({ name: subsystem }) => {
      return [subsystem, await admin.getSubsystemKeys({ subsystem, signal })] as const;
    },
  );
  return new Map(keys);
}

/** The keys of all subsystems that the server has, by name. */
export async function readAllKeys(
  admin: Pick<AdminClient, 'listSubsystems' | 'getSubsystemKeys'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ConfigKeyHelp[]>> {
  return readKeysOf(admin, await admin.listSubsystems({ signal }), signal);
}

/** The configuration with its keys and those of these lines that belong to it. */
export function withKeys(
  found: FoundConfig,
  told: readonly ConfigKeyHelp[],
  all: readonly ConfigLine[],
): ReadConfig {
  const untold = (HIDDEN_KEYS.get(found.subsystem.name) ?? []).filter(
    ({ key }) => found.subsystem.dynamic === undefined && !told.some((one) => one.key === key),
  );
  const keys = [...told, ...untold];
  const lines = all.filter((line) => line.subsystem === found.subsystem.name);
  const { renamed } = found;
  if (renamed === undefined) return { ...found, keys, lines };
  return {
    ...found,
    keys: keys.flatMap((help) => {
      const key = renamed[help.key];
      return key === undefined ? [] : [{ ...help, key }];
    }),
    lines: lines.map((line) => ({
      ...line,
      values: renameKeys(line.values, renamed),
      overrides: renameKeys(line.overrides, renamed),
    })),
  };
}

/** The server's name of the key. */
export function serverKey({ renamed = {} }: FoundConfig, key: string): string {
  return Object.entries(renamed).find(([, name]) => name === key)?.[0] ?? key;
}

/** The settings of a target; undefined if there is none with this name. */
export function lineOf({ lines }: ReadConfig, target = DEFAULT_TARGET): ConfigLine | undefined {
  return lines.find((line) => line.target === target);
}

function renameKeys<Value>(
  record: Readonly<Record<string, Value>>,
  renamed: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const name = renamed[key];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
}
