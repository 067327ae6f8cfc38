import { checkText } from './value-checks.ts';

/** A setting. */
export interface ConfigKey {
  readonly key: string;
  readonly default: string;
  /** MinIO's name for the kind of value, for forms. */
  readonly type:
    | 'string'
    | 'sentence'
    | 'number'
    | 'duration'
    | 'csv'
    | 'list'
    | 'url'
    | 'path'
    | 'address'
    // A choice of words.
    | `${string}|${string}`;
  readonly description: string;
  /** Required for enabled targets. */
  readonly required?: boolean;
  /** Omitted when settings are shown. */
  readonly secret?: boolean;
  /**
   * Describes what is wrong with a value; undefined if it is valid. Never called with '', which
   * means the default.
   */
  readonly problem: (value: string) => string | undefined;
}

/** A group of settings, under MinIO's name for it. */
export interface Subsystem {
  readonly name: string;
  readonly description: string;
  /** Takes effect immediately; otherwise after a restart of the service. */
  readonly dynamic: boolean;
  /** Supports several targets, each with a name and its own settings. */
  readonly multipleTargets?: boolean;
  readonly keys: readonly ConfigKey[];
  /** Describes what is wrong with the combination of individually valid values. */
  readonly problem?: (values: Readonly<Record<string, string>>) => string | undefined;
}

export const COMMENT: ConfigKey = {
  key: 'comment',
  default: '',
  type: 'sentence',
  description: 'a note about this setting',
  problem: checkText(1024),
};
