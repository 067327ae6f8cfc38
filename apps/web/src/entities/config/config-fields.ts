import type { ConfigValue } from '@stowage/contract/settings/configs';
import { capitalised } from '#web/lib/format/capitalised.ts';
import type { SecretValue } from '#web/ui/form/field-spec.ts';

/** The input type of a setting. */
export type ConfigFieldKind =
  | 'text'
  | 'number'
  | 'duration'
  | 'list'
  | 'secret'
  | 'choice'
  | 'switch';

/** What is known about a setting before the server responds. */
export interface DeclaredField {
  readonly key: string;
  readonly kind?: ConfigFieldKind;
  readonly required?: boolean;
  /** Used if the server reports none. */
  readonly default?: string;
}

/** A setting with everything its input needs. */
export interface ConfigField {
  readonly key: string;
  readonly kind: ConfigFieldKind;
  /** The server's help text. */
  readonly description: string;
  readonly required: boolean;
  readonly default: string | undefined;
  /** The server's value; '' for a secret. */
  readonly current: string;
  readonly isSecretSet: boolean;
  readonly lockedBy: string | undefined;
  /** The server has no such setting. */
  readonly missing: boolean;
  /** For a choice. */
  readonly options: readonly string[];
  /** For a list: the separator between its entries. */
  readonly separator: ',' | ';';
}

export type DraftValue = string | number | boolean | readonly string[] | SecretValue;

/** A form's values, by key; the unit of a duration is stored under `unitName`. */
export type ConfigDraft = Readonly<Record<string, DraftValue>>;

/** A change as listed before saving. */
export interface ConfigChange {
  readonly key: string;
  readonly from: string;
  /** '' resets the setting to its default. */
  readonly to: string;
  readonly secret: boolean;
}

const DURATION_UNITS = ['s', 'm', 'h', 'd'] as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;
const NUMBER = /^\d{1,15}$/;

/** Returns the units available for a duration; milliseconds only if its value uses them. */
export function unitsOf({ current, default: byDefault = '' }: ConfigField) {
  const isFine = [current, byDefault].some((text) => text.endsWith('ms'));
  return isFine ? (['ms', ...DURATION_UNITS] as const) : DURATION_UNITS;
}

/** Returns the key under which a draft holds the unit of a duration. */
export const unitName = (key: string) => `${key}__unit`;

/** Returns the fields of a form: the declared ones first, then the server's others. */
export function fieldsOf(
  values: readonly ConfigValue[],
  declared: readonly DeclaredField[] = [],
): ConfigField[] {
  const names = new Set(declared.map(({ key }) => key));
  const known = new Map(values.map((value) => [value.key, value]));
  const own = declared.map((field) => fieldOf(field, known.get(field.key)));
  const further = values
    .filter(({ key }) => !names.has(key))
    .map((value) => fieldOf({ key: value.key }, value));
  const isFirst = ({ key }: ConfigField) => key === 'enable';
  const isLast = ({ key }: ConfigField) => key === 'comment';
  const all = [...own, ...further];
  return [
    ...all.filter(isFirst),
    ...all.filter((field) => !isFirst(field) && !isLast(field)),
    ...all.filter(isLast),
  ];
}

function fieldOf(declared: DeclaredField, value: ConfigValue | undefined): ConfigField {
  const byDefault = value?.default ?? declared.default;
  const options = value === undefined ? [] : optionsOf(value);
  const description = value?.description ?? '';
  return {
    key: declared.key,
    kind: kindOf(declared, value, options),
    description: capitalised(description),
    required: value === undefined ? false : declared.required === true || value.required,
    default: byDefault,
    current: value?.value ?? '',
    isSecretSet: value?.secret?.is_set ?? false,
    lockedBy: value?.locked_by,
    missing: value === undefined,
    options,
    separator: /";" separated/.test(description) ? ';' : ',',
  };
}

/** Returns the choices of a setting: `a|b|c` as its type, or in brackets in its help text. */
function optionsOf({ type, description }: ConfigValue): readonly string[] {
  const listed = /^[\w.*]+(\|[\w.*]+)+$/.test(type)
    ? type
    : (/\((\w+(?:\|\w+)+)\)/.exec(description)?.[1] ?? '');
  return listed === '' ? [] : listed.split('|').map((option) => option.replace('*', ''));
}

function kindOf(
  declared: DeclaredField,
  value: ConfigValue | undefined,
  options: readonly string[],
): ConfigFieldKind {
  if (value?.secret !== undefined) return 'secret';
  const shown = value?.value || value?.default || declared.default || '';
  const wished = declared.kind ?? kindOfType(value?.type ?? '', options);
  // Falls back to text for a value that the input could not show.
  if (wished === 'number' && shown !== '' && !NUMBER.test(shown)) return 'text';
  if (wished === 'duration' && shown !== '' && !DURATION.test(shown)) return 'text';
  if (wished === 'switch' && shown !== '' && shown !== 'on' && shown !== 'off') return 'text';
  if (wished === 'choice' && shown !== '' && !options.includes(shown)) return 'text';
  return wished;
}

function kindOfType(type: string, options: readonly string[]): ConfigFieldKind {
  switch (type) {
    case 'on|off':
    case 'boolean':
      return 'switch';
    case 'number':
    case 'int':
      return 'number';
    case 'duration':
      return 'duration';
    case 'csv':
    case 'list':
      return 'list';
    default:
      return options.length > 1 ? 'choice' : 'text';
  }
}

/** Returns the inputs' values for the current settings, or their defaults if unset. */
export function draftOf(fields: readonly ConfigField[]): ConfigDraft {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = field.current || field.default || '';
      return draftEntries(field, text);
    }),
  );
}

/** Returns what a draft holds for a field with this value. */
export function draftEntries(field: ConfigField, text: string): [string, DraftValue][] {
  const { key, kind } = field;
  switch (kind) {
    case 'switch':
      return [[key, text === 'on']];
    case 'list':
      return [[key, text === '' ? [] : text.split(field.separator)]];
    case 'secret':
      return [[key, { stored: field.isSecretSet }]];
    case 'duration': {
      const [, amount = '', unit = 's'] = DURATION.exec(text) ?? [];
      return [
        [key, amount === '' ? '' : Number(amount)],
        [unitName(key), unit],
      ];
    }
    case 'number':
      return [[key, text === '' ? '' : Number(text)]];
    default:
      return [[key, text]];
  }
}

/** Returns the setting's value in a draft; undefined for an unchanged secret. */
export function textOf(field: ConfigField, draft: ConfigDraft): string | undefined {
  const { key, kind, separator } = field;
  const value = draft[key];
  if (isSecretValue(value)) return value.text;
  if (kind === 'switch') return value === true ? 'on' : 'off';
  if (isList(value)) {
    const entries = value.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return entries.join(separator);
  }
  const text = String(value ?? '').trim();
  if (kind !== 'duration' || text === '') return text;
  const unit = String(draft[unitName(key)]);
  return unit === 'd' ? `${Number(text) * 24}h` : `${text}${unit}`;
}

function isList(value: DraftValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

function isSecretValue(value: DraftValue | undefined): value is SecretValue {
  return typeof value === 'object' && !isList(value);
}

/** Whether a setting can be edited at all. */
export function isOpen({ missing, lockedBy }: ConfigField): boolean {
  return !missing && lockedBy === undefined;
}

/** Returns the changes that saving the draft would make. */
export function changesOf(fields: readonly ConfigField[], draft: ConfigDraft): ConfigChange[] {
  return fields.filter(isOpen).flatMap((field) => {
    const { key, current, kind } = field;
    const to = textOf(field, draft);
    const secret = kind === 'secret';
    if (to === undefined || (secret && to === '' && !field.isSecretSet)) return [];
    // A default where nothing is set is not a change.
    const isUnset = current === '' && to === field.default;
    return !secret && (to === current || isUnset || sameDuration(field, to))
      ? []
      : [{ key, from: current, to, secret }];
  });
}

/** Whether a duration is unchanged: '7d' is sent as '168h'. */
function sameDuration({ kind, current }: ConfigField, text: string): boolean {
  const [, days] = /^(\d+)d$/.exec(current) ?? [];
  return kind === 'duration' && days !== undefined && `${Number(days) * 24}h` === text;
}

interface ErrorWords {
  readonly empty: string;
  readonly number: string;
  readonly quotes: string;
  readonly oneLine: string;
  readonly takenFor: (key: string) => string;
}

/** Returns why the server would misread a value: settings are sent as lines of text. */
function lineError(text: string, keys: readonly string[], words: ErrorWords): string | undefined {
  if (/\p{Cc}/u.test(text)) return words.oneLine;
  if (/^["']|["']$/.test(text)) return words.quotes;
  const taken = keys.find((key) => text.includes(`${key}=`));
  return taken === undefined ? undefined : words.takenFor(taken);
}

/**
 * Returns the errors that prevent the draft from being saved, by key. Disabled targets may be
 * incomplete.
 */
export function draftErrors(
  fields: readonly ConfigField[],
  draft: ConfigDraft,
  words: ErrorWords,
): Readonly<Record<string, string>> {
  const isOff = draft.enable === false;
  const keys = fields.map(({ key }) => key);
  return Object.fromEntries(
    fields.filter(isOpen).flatMap((field): [string, string][] => {
      const { key, kind, required, isSecretSet } = field;
      const text = textOf(field, draft);
      const isEmpty = text === '' || (text === undefined && !isSecretSet);
      if (required && isEmpty && !isOff) return [[key, words.empty]];
      const isAmount = kind === 'number' || kind === 'duration';
      const isNumber = NUMBER.test(String(draft[key] ?? ''));
      if (isAmount && !isEmpty && !isNumber) return [[key, words.number]];
      const isChanged = text !== undefined && text !== field.current;
      const error = isChanged ? lineError(text, keys, words) : undefined;
      return error === undefined ? [] : [[key, error]];
    }),
  );
}

/** Returns the request body for saving. */
export function saveBody(changes: readonly ConfigChange[]) {
  return {
    key_values: changes.filter(({ to }) => to !== '').map(({ key, to }) => ({ key, value: to })),
    reset_keys: changes.filter(({ to }) => to === '').map(({ key }) => key),
  };
}

const CAPITALS = new Set([
  'acl',
  'amqp',
  'api',
  'arn',
  'cors',
  'csp',
  'dn',
  'dns',
  'dsn',
  'hsts',
  'id',
  'io',
  'iam',
  'ilm',
  'ldap',
  'mime',
  'mqtt',
  'nats',
  'nsq',
  'qos',
  'rrs',
  'sasl',
  'srv',
  'sts',
  'tls',
  'url',
]);

/** Words with irregular capitalisation. */
const SPELLED: ReadonlyMap<string, string> = new Map([['starttls', 'StartTLS']]);

/** Turns a server name into a label: `tls_skip_verify` becomes 'TLS Skip Verify'. */
export function labelOf(name: string): string {
  return name
    .split('_')
    .map((word) =>
      CAPITALS.has(word)
        ? word.toUpperCase()
        : (SPELLED.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)),
    )
    .join(' ');
}
