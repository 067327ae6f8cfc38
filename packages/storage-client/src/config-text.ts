/** Name of the target that is meant where none is named. */
export const DEFAULT_TARGET = '_';

/** A value that an environment variable of the server holds. */
export interface ConfigOverride {
  readonly variable: string;
  readonly value: string;
}

/** One target of a subsystem as a server prints it. */
export interface ConfigLine {
  readonly subsystem: string;
  /** `DEFAULT_TARGET` where the line names none. */
  readonly target: string;
  /** As they are stored, by key; a value that only the environment holds is not among them. */
  readonly values: Readonly<Record<string, string>>;
  /** What the environment holds, by key. It counts before what is stored. */
  readonly overrides: Readonly<Record<string, ConfigOverride>>;
  /** The line is a comment: nothing is set of it, or it is switched off. */
  readonly commented: boolean;
}

/** A line of a configuration that is to be written. */
export interface ConfigWrite {
  readonly subsystem: string;
  readonly target: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A value that a line of text cannot carry to the server unchanged. */
export class ConfigValueError extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = 'ConfigValueError';
    this.key = key;
  }
}

const OVERRIDE = /^# (MINIO_[^=\s]+)=(.*)$/;
const LINE = /^(# )?([a-z][a-z0-9_]*)(?::([^\s:]+))?(?:\s+(.*))?$/;
const NEXT_KEY = /\s+(?=[a-z][a-z0-9_]*=)/;

/**
 * Reads what MinIO prints of its configuration: a line for each target, those of its environment
 * before it. Comments that are no line of a target are passed over.
 */
export function parseConfigText(text: string): ConfigLine[] {
  const lines: ConfigLine[] = [];
  let overrides: ConfigOverride[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const [, variable, value = ''] = OVERRIDE.exec(line) ?? [];
    if (variable !== undefined) {
      overrides.push({ variable, value });
      continue;
    }
    const [, comment, subsystem, target = DEFAULT_TARGET, rest = ''] = LINE.exec(line) ?? [];
    const isLine = subsystem !== undefined && (rest === '' || /^[a-z][a-z0-9_]*=/.test(rest));
    // A comment of one word is a remark.
    if (!isLine || (comment !== undefined && rest === '')) continue;
    lines.push({
      subsystem,
      target,
      values: Object.fromEntries(readEntries(rest)),
      overrides: byKey(overrides, subsystem, target),
      commented: comment !== undefined,
    });
    overrides = [];
  }
  return lines;
}

/** What is wrong with a line of a text that somebody gives. */
interface ConfigTextProblem {
  /** The first line is 1. */
  readonly line: number;
  /** unreadable: it is no line of a configuration, which readers pass over. */
  readonly problem: 'unreadable' | 'target-twice' | 'key-twice';
}

/**
 * Looks for lines that would be passed over, or of which only a part would count. Comments are none of them.
 *
 * @returns the first of them
 */
export function findConfigTextProblem(text: string): ConfigTextProblem | undefined {
  const seen = new Set<string>();
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const problem = lineProblem(line, seen);
    if (problem !== undefined) return { line: index + 1, problem };
  }
  return undefined;
}

function lineProblem(line: string, seen: Set<string>): ConfigTextProblem['problem'] | undefined {
  const [, , subsystem, target = DEFAULT_TARGET, rest = ''] = LINE.exec(line) ?? [];
  // A name alone says nothing, and takes nothing away.
  if (subsystem === undefined || (rest !== '' && !/^[a-z][a-z0-9_]*=/.test(rest))) {
    return 'unreadable';
  }
  const entries = readEntries(rest);
  const id = configTargetText(subsystem, target);
  if (seen.has(id)) return 'target-twice';
  seen.add(id);
  return new Set(entries.map(([key]) => key)).size < entries.length ? 'key-twice' : undefined;
}

/** A value goes on to the next key, or to the quote before it. */
function readEntries(text: string): (readonly [key: string, value: string])[] {
  const entries: (readonly [key: string, value: string])[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const equals = rest.indexOf('=');
    if (equals === -1) break;
    const [value, length] = readValue(rest.slice(equals + 1));
    entries.push([rest.slice(0, equals), value]);
    rest = rest.slice(equals + 1 + length).trimStart();
  }
  return entries;
}

function readValue(text: string): readonly [value: string, length: number] {
  if (text.startsWith('"')) {
    // Quotes inside are not escaped: the closing one is the one before a key or the end.
    const [whole, inside = ''] = /^"(.*?)"(?=\s+[a-z][a-z0-9_]*=|\s*$)/.exec(text) ?? [];
    if (whole !== undefined) return [inside, whole.length];
  }
  const end = NEXT_KEY.exec(text)?.index ?? text.length;
  return [text.slice(0, end).trim(), end];
}

function byKey(
  overrides: readonly ConfigOverride[],
  subsystem: string,
  target: string,
): Readonly<Record<string, ConfigOverride>> {
  const prefix = `MINIO_${subsystem.toUpperCase()}_`;
  const suffix = target === DEFAULT_TARGET ? '' : `_${target}`;
  const mine = overrides.filter(
    ({ variable }) => variable.startsWith(prefix) && variable.endsWith(suffix),
  );
  return Object.fromEntries(
    mine.map((override) => {
      const { variable } = override;
      const key = variable.slice(prefix.length, variable.length - suffix.length).toLowerCase();
      return [key, override] as const;
    }),
  );
}

/** `api`, `notify_webhook:primary` */
export function configTargetText(subsystem: string, target: string): string {
  return target === DEFAULT_TARGET || target === '' ? subsystem : `${subsystem}:${target}`;
}

/**
 * Writes lines as MinIO reads them.
 *
 * @param keysOf all keys of a subsystem: MinIO takes their names for keys wherever they stand
 * @throws ConfigValueError
 */
export function printConfigText(
  writes: readonly ConfigWrite[],
  keysOf: (subsystem: string) => readonly string[],
): string {
  return writes
    .map(({ subsystem, target, values }) => {
      const settings = Object.entries(values).map(([key, value]) => {
        checkValue(key, value, keysOf(subsystem));
        return setting(key, value);
      });
      return `${[configTargetText(subsystem, target), ...settings].join(' ')}\n`;
    })
    .join('');
}

function checkValue(key: string, value: string, keys: readonly string[]): void {
  if (/\p{Cc}/u.test(value)) {
    throw new ConfigValueError(key, 'It must be one line without control characters.');
  }
  if (value.trim() !== value) {
    throw new ConfigValueError(key, 'It must not begin or end with a space.');
  }
  if (/^["']|["']$/.test(value)) {
    throw new ConfigValueError(key, 'It must not begin or end with a quotation mark.');
  }
  const taken = keys.find((known) => value.includes(`${known}=`));
  if (taken !== undefined) {
    throw new ConfigValueError(
      key,
      `It must not contain '${taken}=': the server would read it as another setting.`,
    );
  }
}

/** Writes lines as MinIO prints them, for a file: values are not looked at. */
export function printConfigLines(lines: readonly ConfigLine[]): string {
  return lines
    .map(({ subsystem, target, values, overrides, commented }) => {
      const variables = Object.values(overrides).map(
        ({ variable, value }) => `# ${variable}=${value}\n`,
      );
      const settings = Object.entries(values).map(([key, value]) => setting(key, value));
      const words = [configTargetText(subsystem, target), ...settings].join(' ');
      return `${variables.join('')}${commented ? '# ' : ''}${words}\n`;
    })
    .join('');
}

function setting(key: string, value: string): string {
  return `${key}=${/\s/.test(value) ? `"${value}"` : value}`;
}
