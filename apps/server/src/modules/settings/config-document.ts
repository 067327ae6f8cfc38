import type { ConfigDifference, ValueChange } from '@stowage/contract/settings/transfer';
import type { ConfigKeyHelp } from '@stowage/storage-client/admin';
import {
  type ConfigLine,
  configTargetText,
  DEFAULT_TARGET,
  printConfigLines,
} from '@stowage/storage-client/config-text';
import { revisionOf } from '../../changes/revision.ts';
import { currentValue } from './present-config.ts';
import { hidePassword, isSecret, restorePassword } from './secrets.ts';

/** The keys of each subsystem of the server. */
export type KeysOfSubsystems = ReadonlyMap<string, readonly ConfigKeyHelp[]>;

const idOf = ({ subsystem, target }: ConfigLine) => configTargetText(subsystem, target);

/** The revision of a whole configuration; the order in which servers print its targets varies. */
export function documentRevision(lines: readonly ConfigLine[]): string {
  return revisionOf(Object.fromEntries(lines.map((line) => [idOf(line), line])));
}

/** Prints the configuration without its secrets. */
export function withoutSecrets(lines: readonly ConfigLine[]): string {
  const open = <Value>(
    record: Readonly<Record<string, Value>>,
    show: (key: string, value: Value) => Value,
  ) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, value]) =>
        isSecret({ key }) ? [] : [[key, show(key, value)]],
      ),
    );
  return printConfigLines(
    lines.map((line) => ({
      ...line,
      values: open(line.values, hidePassword),
      overrides: open(line.overrides, (key, override) => ({
        ...override,
        value: hidePassword(key, override.value),
      })),
    })),
  );
}

/**
 * Completes a configuration for import: the lines of a document, with omitted secrets taken from
 * the current configuration. A disabled target is kept disabled.
 */
export function completeDocument(
  document: readonly ConfigLine[],
  current: readonly ConfigLine[],
): ConfigLine[] {
  const now = new Map(current.map((line) => [idOf(line), line]));
  return document.filter(isMeant).map((line) => {
    const stored = now.get(idOf(line))?.values ?? {};
    const kept = Object.entries(stored).filter(
      ([key, value]) => isSecret({ key }) && value !== '' && line.values[key] === undefined,
    );
    const values = Object.entries(line.values).map(
      ([key, value]) => [key, restorePassword(key, value, stored[key] ?? '')] as const,
    );
    return {
      ...line,
      overrides: {},
      commented: false,
      values: { ...Object.fromEntries(values), ...Object.fromEntries(kept) },
    };
  });
}

/** Servers print a disabled target with a name as a comment. */
function isMeant({ commented, target, values }: ConfigLine): boolean {
  return commented
    ? target !== DEFAULT_TARGET && values.enable === 'off'
    : Object.keys(values).length > 0;
}

/** The changes to a server's targets if everything were replaced by these lines. */
export function differencesOf(
  wanted: readonly ConfigLine[],
  current: readonly ConfigLine[],
  keysOf: KeysOfSubsystems,
): ConfigDifference[] {
  const now = new Map(current.map((line) => [idOf(line), line]));
  const next = new Map(wanted.map((line) => [idOf(line), line]));
  const all = [...current, ...wanted.filter((line) => !now.has(idOf(line)))];
  return all.flatMap((line): ConfigDifference[] => {
    const { subsystem: name, target } = line;
    const keys = keysOf.get(name);
    if (keys === undefined) {
      return next.has(idOf(line)) ? [{ name, target, change: 'unknown', values: [] }] : [];
    }
    const [from, to] = [now.get(idOf(line)), next.get(idOf(line))];
    const values = changesBetween(keys, from, to);
    const isNamed = target !== DEFAULT_TARGET;
    const change =
      isNamed && from === undefined ? 'added' : isNamed && to === undefined ? 'removed' : 'changed';
    return values.length === 0 && change === 'changed' ? [] : [{ name, target, change, values }];
  });
}

function changesBetween(
  keys: readonly ConfigKeyHelp[],
  from: ConfigLine | undefined,
  to: ConfigLine | undefined,
): ValueChange[] {
  const stored = (line: ConfigLine | undefined) => line && { ...line, overrides: {} };
  return keys.flatMap((help) => {
    const [before, after] = [currentValue(stored(from), help), currentValue(stored(to), help)];
    if (before === after) return [];
    const { key } = help;
    const secret = isSecret(help);
    const show = (value: string) => (secret ? '' : hidePassword(key, value));
    return [{ key, from: show(before), to: show(after), secret }];
  });
}
