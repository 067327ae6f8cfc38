import type { z } from 'zod';

/** One environment variable: its validation, its purpose and its default. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  /** What a valid value looks like, for the error message. */
  readonly expected: string;
  readonly help: string;
  /** Parsed as if it had been set; settings without a default may stay unset. */
  readonly fallback?: string;
  /** The value never appears in a message. */
  readonly secret?: boolean;
}

/** Declares a setting and keeps its exact type. */
export function setting<const S extends Setting>(definition: S): S {
  return definition;
}

/** An invalid configuration; the message is one line for whoever starts the console. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

type Table = Readonly<Record<string, Setting>>;
type Value<S> = S extends { readonly schema: infer Z extends z.ZodType; readonly fallback: string }
  ? z.output<Z>
  : S extends { readonly schema: infer Z extends z.ZodType }
    ? z.output<Z> | undefined
    : never;

/** The validated values of a table of settings, by name. */
export type Values<T extends Table> = { readonly [K in keyof T]: Value<T[K]> };

/**
 * Validates the environment against the table. An empty variable counts as unset.
 * @throws ConfigError that names the first variable with an invalid value.
 */
export function readSettings<T extends Table>(
  table: T,
  env: Readonly<Record<string, string | undefined>>,
): Values<T> {
  const entries = Object.entries(table).map(([name, definition]) => {
    const given = env[name] || definition.fallback;
    return [name, given === undefined ? undefined : check(name, definition, given)];
  });
  return Object.fromEntries(entries) as Values<T>;
}

function check(name: string, { schema, secret, expected }: Setting, given: string): unknown {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  // A URL may contain a password where it should not.
  const shown = secret ? 'has a wrong value' : `is '${given.replace(/\/\/[^/]*@/, '//…@')}'`;
  throw new ConfigError(`${name} ${shown}: expected ${expected}.`);
}

/** The table as text, one block per setting, for `--help`. */
export function describeSettings(table: Table): string {
  return Object.entries(table)
    .map(([name, { help, expected, fallback }]) => {
      const value = fallback === undefined ? expected : `${expected}; default ${fallback}`;
      return `  ${name}\n      ${help}\n      (${value})`;
    })
    .join('\n');
}
