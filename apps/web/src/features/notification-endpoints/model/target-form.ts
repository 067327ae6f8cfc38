import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { mysqlProblem } from '@stowage/domain/notification-targets/mysql-dsn';
import type { TargetField } from '@stowage/domain/notification-targets/target-field';
import { isTargetName, type TargetKind } from '@stowage/domain/notification-targets/target-kinds';
import {
  type TargetProblem,
  targetProblems,
} from '@stowage/domain/notification-targets/target-problems';
import type { SecretValue } from '#web/ui/form/field-spec.ts';
import {
  type ConnectionKey,
  type ConnectionValues,
  connectionText,
  connectionValues,
  followToggle,
  isConnectionKey,
} from './connection.ts';

/** The value of one setting in the form. */
export type SettingValue = string | number | boolean | readonly string[] | SecretValue;

export interface TargetValues {
  /** For a new target; '' for the default one of its kind. */
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly connection: ConnectionValues;
}

/** The stored state of a target; empty for a new one. */
export type TargetState = Pick<ConfigDetail, 'key_values' | 'revision'> & {
  readonly enabled: boolean;
};

export const NEW_TARGET: TargetState = { key_values: [], revision: 'none', enabled: true };

/** A validation error, as a text key of the screen. */
export type FormProblem = TargetProblem | 'name' | 'parts';

/** Returns the key of the connection string, for the two databases whose string has fields. */
export function connectionKeyOf({ fields }: TargetKind): ConnectionKey | undefined {
  return fields.map(({ key }) => key).find(isConnectionKey);
}

export function targetValues(kind: TargetKind, { key_values, enabled }: TargetState): TargetValues {
  const stored = new Map(key_values.map((entry) => [entry.key, entry]));
  const settings = kind.fields.map((field) => {
    const { value = '', secret } = stored.get(field.key) ?? {};
    return [field.key, settingValue(field, value, secret?.is_set === true)] as const;
  });
  const key = connectionKeyOf(kind) ?? 'connection_string';
  const connection = connectionValues(key, stored.get(key)?.value ?? '');
  return { name: '', enabled, settings: Object.fromEntries(settings), connection };
}

function settingValue(field: TargetField, value: string, isSet: boolean): SettingValue {
  switch (field.type) {
    case 'secret':
      return { stored: isSet };
    case 'switch':
      return (value || field.default) === 'on';
    case 'list':
      return value.split(',').filter((part) => part !== '');
    default:
      return value || (field.default ?? '');
  }
}

/** Returns every setting in the server's format; an unchanged secret is left out. */
export function settingTexts(
  kind: TargetKind,
  values: TargetValues,
): Readonly<Record<string, string>> {
  const texts = kind.fields.flatMap(({ key }): [string, string][] => {
    if (isConnectionKey(key)) return [[key, connectionText(key, values.connection)]];
    const text = textOf(values.settings[key] ?? '');
    return text === undefined ? [] : [[key, text]];
  });
  return Object.fromEntries(texts);
}

function textOf(value: SettingValue): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object') return String(value).trim();
  if ('stored' in value)
    return value.stored && value.text === undefined ? undefined : (value.text ?? '');
  return value
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(',');
}

interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/**
 * The settings to save: for a new target the ones that are not empty, otherwise the changed ones.
 */
export interface TargetChange {
  readonly key_values: readonly KeyValue[];
  /** Settings that were cleared. */
  readonly reset_keys: readonly string[];
}

export function newTarget(kind: TargetKind, values: TargetValues): TargetChange {
  const texts = settingTexts(kind, values);
  const sent = kind.fields.filter(({ key, required, default: byDefault }) => {
    const text = texts[key] ?? '';
    // Older servers reject settings they do not know, whatever the value.
    return text !== '' && (required === true || text !== byDefault);
  });
  return { key_values: sent.map(({ key }) => ({ key, value: texts[key] ?? '' })), reset_keys: [] };
}

export function changedTarget(
  kind: TargetKind,
  values: TargetValues,
  before: TargetState,
): TargetChange {
  // A stored secret is unknown here, so any input counts as a change.
  const was = settingTexts(kind, targetValues(kind, before));
  const differs = Object.entries(settingTexts(kind, values)).filter(
    ([key, text]) => text !== was[key],
  );
  const filled = differs.filter(([, text]) => text !== '');
  // MinIO enables every target that is set unless told otherwise.
  const enabled = values.enabled ? 'on' : 'off';
  const says = !values.enabled || values.enabled !== before.enabled;
  return {
    key_values: [
      ...filled.map(([key, value]) => ({ key, value })),
      ...(says ? [{ key: 'enable', value: enabled }] : []),
    ],
    reset_keys: differs.filter(([, text]) => text === '').map(([key]) => key),
  };
}

/** Returns the validation errors, by the path of the input. */
export function formProblems(
  kind: TargetKind,
  values: TargetValues,
): Readonly<Record<string, FormProblem>> {
  const problems: Record<string, FormProblem> = {};
  if (values.name !== '' && !isTargetName(values.name)) problems.name = 'name';
  const found = Object.entries(targetProblems(kind, settingTexts(kind, values)));
  for (const [key, problem] of found) {
    problems[inputOf(key, values)] = problem;
  }
  return { ...problems, ...connectionProblems(kind, values) };
}

/** Returns the input that shows a setting. */
export function inputOf(key: string, { connection }: Pick<TargetValues, 'connection'>): string {
  if (!isConnectionKey(key)) return `settings.${key}`;
  return connection.raw ? 'connection.text' : 'connection.host';
}

function connectionProblems(
  kind: TargetKind,
  { connection }: TargetValues,
): Readonly<Record<string, FormProblem>> {
  const key = connectionKeyOf(kind);
  if (key === undefined || connection.raw) return {};
  const { host, dbname, user } = connection;
  const parts = { ...connection, port: String(connection.port), password: '' };
  const part = key === 'dsn_string' ? mysqlProblem(parts) : undefined;
  return {
    ...(host.trim() === '' && { 'connection.host': 'required' as const }),
    ...(dbname.trim() === '' && { 'connection.dbname': 'required' as const }),
    ...(part !== undefined && { [`connection.${part}`]: 'parts' as const }),
    ...(user === '' && connection.password.text && { 'connection.user': 'required' as const }),
  };
}

/** Keeps fields and connection string of a database in sync. */
export function followConnection(
  kind: TargetKind,
  values: TargetValues,
  before: TargetValues,
): TargetValues {
  const key = connectionKeyOf(kind);
  if (key === undefined) return values;
  const connection = followToggle(key, values.connection, before.connection);
  return connection === values.connection ? values : { ...values, connection };
}
