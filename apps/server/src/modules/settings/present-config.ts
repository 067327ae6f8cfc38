import type * as contract from '@stowage/contract/settings/configs';
import type { ConfigKeyHelp } from '@stowage/storage-client/admin';
import { type ConfigLine, DEFAULT_TARGET } from '@stowage/storage-client/config-text';
import { revisionOf } from '../../changes/revision.ts';
import { lineOf, type ReadConfig } from './read-config.ts';
import { hidePassword, isSecret } from './secrets.ts';

/** The revision of a target that does not exist: a change that carries it must not replace one. */
export const NO_TARGET = 'none';

/** Subsystems of MinIO whose changes take effect at once, which it reports only after a change. */
const AT_ONCE: ReadonlySet<string> = new Set([
  'api',
  'audit_kafka',
  'audit_webhook',
  'batch',
  'browser',
  'callhome',
  'compression',
  'drive',
  'heal',
  'ilm',
  'logger_webhook',
  'scanner',
  'storage_class',
  'subnet',
]);

/** The revision of a target, including its secrets. */
export function targetRevision(line: ConfigLine | undefined): string {
  return line === undefined
    ? NO_TARGET
    : revisionOf({ values: line.values, overrides: line.overrides });
}

/** Presents one target of a configuration to the browser. */
export function presentDetail(
  config: ReadConfig,
  target: string | undefined,
): contract.ConfigDetail {
  const line = lineOf(config, target);
  const { subsystem } = config;
  return {
    name: config.name,
    description: subsystem.description,
    multiple: subsystem.multipleTargets,
    targets: presentTargets(config),
    key_values: presentValues(config.keys, line),
    restart: !(subsystem.dynamic ?? AT_ONCE.has(subsystem.name)),
    stored: line !== undefined && isStored(config.keys, line),
    ...(subsystem.unavailable !== undefined && { unavailable: subsystem.unavailable }),
    revision: targetRevision(line),
  };
}

/** A configuration in the list of all. */
export function presentSummary(config: ReadConfig): contract.ConfigSummary {
  const { name, subsystem, keys, lines } = config;
  const values = lines.flatMap((line) => presentValues(keys, line));
  return {
    name,
    description: subsystem.description,
    multiple: subsystem.multipleTargets,
    keys: keys.map(({ key }) => key),
    changed: values.filter(isChanged).length,
    locked: values.filter((value) => value.locked_by !== undefined).length,
    targets: presentTargets(config),
    ...(subsystem.unavailable !== undefined && { unavailable: subsystem.unavailable }),
  };
}

/** The targets with any settings. */
function presentTargets({ keys, lines }: ReadConfig): contract.ConfigTarget[] {
  return lines
    .filter((line) => line.target !== DEFAULT_TARGET || isStored(keys, line))
    .map((line) => ({
      name: line.target,
      enabled: currentValue(line, { key: 'enable' }) !== 'off',
      from_environment: line.overrides.enable !== undefined,
    }));
}

function presentValues(
  keys: readonly ConfigKeyHelp[],
  line: ConfigLine | undefined,
): contract.ConfigValue[] {
  const known = new Set(keys.map(({ key }) => key));
  const further = Object.entries(line?.values ?? {})
    .filter(([key, value]) => !known.has(key) && key !== 'enable' && value !== '')
    .map(([key]) => ({ key, type: 'string', description: '', optional: true }));
  return [...keys, ...further].map((help) => presentValue(help, line));
}

function presentValue(help: ConfigKeyHelp, line: ConfigLine | undefined): contract.ConfigValue {
  const { key, type, description, optional } = help;
  const value = currentValue(line, help);
  const variable = line?.overrides[key]?.variable;
  const hidden = isSecret(help);
  return {
    key,
    value: hidden ? '' : hidePassword(key, value),
    type,
    description,
    required: !optional,
    ...(help.default !== undefined && { default: help.default }),
    ...(hidden && { secret: { is_set: value !== '' } }),
    ...(variable !== undefined && { locked_by: variable }),
  };
}

/** The effective value. */
export function currentValue(
  line: ConfigLine | undefined,
  { key, default: byDefault = '' }: Pick<ConfigKeyHelp, 'key' | 'default'>,
): string {
  const set = line?.overrides[key]?.value ?? line?.values[key] ?? '';
  if (key !== 'enable' || set !== '') return set === '' ? byDefault : set;
  // An enabled target is one that is not a comment.
  return line === undefined || line.commented ? 'off' : 'on';
}

/** If a server does not report a default, it is unknown whether a value differs from it. */
function isChanged({ key, value, default: byDefault, secret }: contract.ConfigValue): boolean {
  if (key === 'enable') return value === 'on';
  if (secret !== undefined) return secret.is_set;
  return byDefault !== undefined && value !== byDefault;
}

/**
 * Whether a target differs from its defaults; servers always print a line for the default target.
 */
export function isInUse(keys: readonly ConfigKeyHelp[], line: ConfigLine): boolean {
  return isStored(keys, line) || Object.keys(line.overrides).length > 0;
}

/** Whether any of its settings are stored on the server, apart from the environment. */
function isStored(keys: readonly ConfigKeyHelp[], line: ConfigLine): boolean {
  if (line.target !== DEFAULT_TARGET) return true;
  const values = presentValues(keys, { ...line, overrides: {} });
  // A required value without a default was entered by an administrator.
  const isEntered = ({ required, value, type }: contract.ConfigValue) =>
    required && value !== '' && !type.includes('|');
  return values.some((value) => isChanged(value) || isEntered(value));
}
