import { S3Error } from '@stowage/storage-wire/s3-error';
import { findSubsystem, type Subsystem } from './subsystems.ts';

/** Values of one subsystem, by key. */
export type ConfigValues = Readonly<Record<string, string>>;

/** One line of a configuration: a subsystem and what is said of it. */
export interface ConfigLine {
  readonly subsystem: Subsystem;
  readonly values: ConfigValues;
}

/**
 * Reads lines such as `api requests_max=100 comment="for the fair"`. A value goes on to the
 * next key, or to its closing quote. Empty lines and lines after # say nothing.
 *
 * @throws S3Error XMinioConfigError
 */
export function parseConfig(text: string): readonly ConfigLine[] {
  return contentLines(text).map(parseLine);
}

/**
 * Reads lines such as `api` or `api requests_max comment`: what is to have its default again.
 *
 * @throws S3Error XMinioConfigError
 */
export function parseReset(
  text: string,
): readonly { subsystem: Subsystem; keys: readonly string[] }[] {
  return contentLines(text).map((line) => {
    const [name = '', ...words] = line.split(/\s+/);
    const subsystem = requireSubsystem(name);
    const keys = words.map((word) => word.replace(/=.*$/, ''));
    for (const key of keys) {
      requireKey(subsystem, key);
    }
    return { subsystem, keys: keys.length === 0 ? subsystem.keys.map(({ key }) => key) : keys };
  });
}

/** A line as MinIO prints it, every key with the value that counts. */
export function printConfig({ name, keys }: Subsystem, values: ConfigValues): string {
  const settings = keys
    .filter(({ key }) => key !== 'comment' || values[key] !== undefined)
    .map((setting) => `${setting.key}=${quoted(values[setting.key] ?? setting.default)}`);
  return `${name} ${settings.join(' ')} \n`;
}

/**
 * The subsystem that `name` or `name:` or `name:_` means; there are no further targets.
 *
 * @throws S3Error XMinioConfigError
 */
export function requireSubsystem(text: string): Subsystem {
  const [name = '', target = ''] = text.split(':', 2);
  const subsystem = findSubsystem(name);
  if (subsystem === undefined) {
    throw new S3Error('XMinioConfigError', `unknown sub-system ${name}`);
  }
  if (target !== '' && target !== '_') {
    throw new S3Error('XMinioConfigError', `sub-system '${name}' only supports single target`);
  }
  return subsystem;
}

function contentLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function parseLine(line: string): ConfigLine {
  const [name = ''] = line.split(/\s/, 1);
  const subsystem = requireSubsystem(name);
  const values = parseValues(subsystem, line.slice(name.length));
  if (Object.keys(values).length === 0) {
    throw new S3Error('XMinioConfigError', `sub-system '${subsystem.name}' cannot have empty keys`);
  }
  return { subsystem, values };
}

/** A key at the start or behind a blank, and what comes before the next one. */
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
  const starts = [...text.matchAll(/\s([a-z_]+)=/g)]
    .filter(([, key]) => subsystem.keys.some((known) => known.key === key))
    .map(({ index }) => index);
  const length = starts[0] ?? text.length;
  return { value: text.slice(0, length).trim(), length };
}

function requireKey(subsystem: Subsystem, key: string): Subsystem['keys'][number] {
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
