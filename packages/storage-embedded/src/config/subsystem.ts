import { checkText } from './value-checks.ts';

/** One setting. */
export interface ConfigKey {
  readonly key: string;
  readonly default: string;
  /** As MinIO's help texts name it: what kind of value a form asks for. */
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
    // The words of a choice.
    | `${string}|${string}`;
  readonly description: string;
  /** A target that is enabled must have it. */
  readonly required?: boolean;
  /** Left out where settings are only looked at. */
  readonly secret?: boolean;
  /** What is wrong with a value; undefined when it is right. '' is never asked about: it means the default. */
  readonly problem: (value: string) => string | undefined;
}

/** Settings that belong together, under MinIO's name for them. */
export interface Subsystem {
  readonly name: string;
  readonly description: string;
  /** In effect at once; others at the next restart of the service. */
  readonly dynamic: boolean;
  /** There may be several targets, each with a name and its own settings. */
  readonly multipleTargets?: boolean;
  readonly keys: readonly ConfigKey[];
  /** What is wrong with values that are right each by itself. */
  readonly problem?: (values: Readonly<Record<string, string>>) => string | undefined;
}

export const COMMENT: ConfigKey = {
  key: 'comment',
  default: '',
  type: 'sentence',
  description: 'a note about this setting',
  problem: checkText(1024),
};
