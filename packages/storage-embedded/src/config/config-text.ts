import { S3Error } from '@stowage/storage-wire/s3-error';
import { CLUSTER_SUBSYSTEMS } from './cluster-subsystems.ts';
import type { ConfigKey, Subsystem } from './subsystem.ts';
import { findSubsystem } from './subsystems.ts';

/** Values of one subsystem, by key. */
export type ConfigValues = Readonly<Record<string, string>>;

/** Name of the target where none is named. */
export const DEFAULT_TARGET = '_';

/** The subsystem and target of settings. */
export interface ConfigTarget {
  readonly subsystem: Subsystem;
  /** Always `DEFAULT_TARGET` in subsystems with a single target. */
  readonly target: string;
}

/** One line of a configuration: a target and its values. */
export interface ConfigLine extends ConfigTarget {
  readonly values: ConfigValues;
}

/** Valid target names, which become part of ARNs. */
const TARGET_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/**
 * Reads lines such as `api requests_max=100 comment="for the fair"`. A value extends to the next
 * key, or to its closing quote. Empty lines and lines starting with # are ignored.
 *
 * @throws S3Error XMinioConfigError
 */
export function parseConfig(text: string): readonly ConfigLine[] {
  return contentLines(text).map(parseLine);
}

/**
 * Reads lines such as `api` or `api requests_max comment`: the settings to reset to their defaults.
 *
 * @throws S3Error XMinioConfigError
 */
export function parseReset(
  text: string,
): readonly (ConfigTarget & { readonly keys: readonly string[] })[] {
  return contentLines(text).map((line) => {
    const [name = '', ...words] = line.split(/\s+/);
    const { subsystem, target } = requireTarget(name);
    const keys = words.map((word) => word.replace(/=.*$/, ''));
    for (const key of keys) {
      requireKey(subsystem, key);
    }
    const all = subsystem.keys.map(({ key }) => key);
    return { subsystem, target, keys: keys.length === 0 ? all : keys };
  });
}

/**
 * Formats a line as MinIO does, every key with its effective value.
 *
 * @param redacted omits secrets
 */
export function printConfig(
  { subsystem, target }: ConfigTarget,
  values: ConfigValues,
  redacted = false,
): string {
  const settings = subsystem.keys
    .map(({ key, default: fallback, secret }) => ({ key, secret, value: values[key] ?? fallback }))
    .filter(({ key, secret, value }) => {
      const isShown = key !== 'comment' || values[key] !== undefined;
      const isSaidByLine = key === 'enable' && value === 'on';
      return isShown && !isSaidByLine && !(redacted && secret === true && value !== '');
    })
    .map(({ key, value }) => `${key}=${quoted(value)}`);
  return `${targetText(subsystem, target)} ${settings.join(' ')} \n`;
}

/** `api`, `notify_webhook`, `notify_webhook:primary` */
export function targetText({ name }: Subsystem, target: string): string {
  return target === DEFAULT_TARGET ? name : `${name}:${target}`;
}

/**
 * Reads `name`, `name:`, `name:_` or `name:target`.
 *
 * @throws S3Error XMinioConfigError
 */
export function requireTarget(text: string): ConfigTarget {
  const [name = '', ...rest] = text.split(':');
  const target = rest.join(':') || DEFAULT_TARGET;
  const subsystem = findSubsystem(name);
  if (subsystem === undefined) {
    const reason = CLUSTER_SUBSYSTEMS.get(name) ?? `unknown sub-system ${name}`;
    throw new S3Error('XMinioConfigError', reason);
  }
  if (target !== DEFAULT_TARGET && subsystem.multipleTargets !== true) {
    throw new S3Error('XMinioConfigError', `sub-system '${name}' only supports single target`);
  }
  if (!TARGET_NAME.test(target)) {
    throw new S3Error('XMinioConfigError', `'${target}' cannot be the name of a target`);
  }
  return { subsystem, target };
}

/**
 * Returns the values to store: a configured target is enabled unless the values say otherwise.
 *
 * @throws S3Error XMinioConfigError if values are missing or inconsistent
 */
export function completeValues(
  { subsystem, target }: ConfigTarget,
  values: ConfigValues,
): ConfigValues {
  const hasEnable = subsystem.keys.some(({ key }) => key === 'enable');
  if (!hasEnable || values.enable === 'off') {
    return values;
  }
  const missing = subsystem.keys.find(({ key, required }) => required === true && !values[key]);
  const { name } = subsystem;
  if (missing !== undefined) {
    throw new S3Error(
      'XMinioConfigError',
      `'${missing.key}' is not optional for '${targetText(subsystem, target)}', see the help of '${name}'`,
    );
  }
  const wrong = subsystem.problem?.(values);
  if (wrong !== undefined) {
    throw new S3Error('XMinioConfigError', `${name}: ${wrong}`);
  }
  return { ...values, enable: 'on' };
}

function contentLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function parseLine(line: string): ConfigLine {
  const [name = ''] = line.split(/\s/, 1);
  const { subsystem, target } = requireTarget(name);
  const values = parseValues(subsystem, line.slice(name.length));
  if (Object.keys(values).length === 0) {
    throw new S3Error('XMinioConfigError', `sub-system '${subsystem.name}' cannot have empty keys`);
  }
  return { subsystem, target, values };
}

/** Each key is at the start or after a blank; its value extends to the next one. */
function parseValues(subsystem: Subsystem, text: string): ConfigValues {
  const values: Record<string, string> = {};
  let rest = text.trim();
  while (rest !== '') {
    const key = /^([a-z_]+)=/.exec(rest)?.[1];
    if (key === undefined) {
      throw new S3Error('XMinioConfigError', `expected key=value at '${rest.slice(0, 40)}'`);
    }
    const { problem } = requireKey(subsystem, key);
    const { value, length } = readValue(subsystem, rest.slice(key.length + 1));
    const wrong = value === '' ? undefined : problem(value);
    if (wrong !== undefined) {
      throw new S3Error('XMinioConfigError', `the value of '${key}' is invalid: ${wrong}`);
    }
    values[key] = value;
    rest = rest.slice(key.length + 1 + length).trimStart();
  }
  return values;
}

function readValue(subsystem: Subsystem, text: string): { value: string; length: number } {
  const inQuotes = /^"([^"]*)"(?=\s|$)/.exec(text);
  if (inQuotes !== null) {
    return { value: inQuotes[1] ?? '', length: inQuotes[0].length };
  }
  const length = startOfNext(subsystem, text);
  return { value: text.slice(0, length).trim(), length };
}

function startOfNext(subsystem: Subsystem, text: string): number {
  for (const { 1: key, index } of text.matchAll(/\s([a-z_]+)=/g)) {
    if (subsystem.keys.some((known) => known.key === key)) {
      return index;
    }
  }
  return text.length;
}

function requireKey(subsystem: Subsystem, key: string): ConfigKey {
  const found = subsystem.keys.find((known) => known.key === key);
  if (found === undefined) {
    const known = subsystem.keys.map((one) => one.key).join(', ');
    throw new S3Error(
      'XMinioConfigError',
      `sub-system '${subsystem.name}' has no key '${key}' here, only ${known}`,
    );
  }
  return found;
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
