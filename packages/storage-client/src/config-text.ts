/** Name of the target where none is named. */
export const DEFAULT_TARGET = '_';

/** A value set by an environment variable of the server. */
export interface ConfigOverride {
  readonly variable: string;
  readonly value: string;
}

/** One target of a subsystem as printed by a server. */
export interface ConfigLine {
  readonly subsystem: string;
  /** `DEFAULT_TARGET` if the line names none. */
  readonly target: string;
  /** The stored values by key, without those set only by the environment. */
  readonly values: Readonly<Record<string, string>>;
  /** The values set by the environment, by key, which override the stored ones. */
  readonly overrides: Readonly<Record<string, ConfigOverride>>;
  /** Whether the line is commented out, because the target has no settings or is disabled. */
  readonly commented: boolean;
}

/** A configuration line to write. */
export interface ConfigWrite {
  readonly subsystem: string;
  readonly target: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A value cannot be represented in a configuration line. */
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
 * Reads MinIO's configuration text: a line per target, preceded by those of its environment.
 * Comments other than target lines are ignored.
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
    // A comment of one word is not a target line.
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

/** A problem in a configuration text. */
interface ConfigTextProblem {
  /** Line number, starting at 1. */
  readonly line: number;
  /** unreadable: not a configuration line, which readers ignore. */
  readonly problem: 'unreadable' | 'target-twice' | 'key-twice';
}

/**
 * Looks for lines that would be ignored entirely or in part, apart from comments.
 *
 * @returns the first one
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
  // A name alone is valid: it sets nothing.
  if (subsystem === undefined || (rest !== '' && !/^[a-z][a-z0-9_]*=/.test(rest))) {
    return 'unreadable';
  }
  const entries = readEntries(rest);
  const id = configTargetText(subsystem, target);
  if (seen.has(id)) return 'target-twice';
  seen.add(id);
  return new Set(entries.map(([key]) => key)).size < entries.length ? 'key-twice' : undefined;
}

/** A value extends to the next key, or to the closing quote before it. */
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
    // Quotes within are not escaped: the closing one is followed by a key or the end.
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

/** Returns `api` or `notify_webhook:primary`. */
export function configTargetText(subsystem: string, target: string): string {
  return target === DEFAULT_TARGET || target === '' ? subsystem : `${subsystem}:${target}`;
}

/**
 * Writes lines in the form that MinIO reads.
 *
 * @param keysOf returns all keys of a subsystem: MinIO recognises their names anywhere in a line
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

/** Writes lines in the form that MinIO prints, for a file; values are not checked. */
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
