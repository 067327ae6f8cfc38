/** A setting of a notification target, by the key that the server's configuration has for it. */
export interface TargetField {
  readonly key: string;
  /**
   * `list`: texts joined by commas; `duration`: such as 10s; `secret`: the server never tells it;
   * `connection`: a string in which address and credentials stand together.
   */
  readonly type:
    | 'text'
    | 'number'
    | 'switch'
    | 'choice'
    | 'secret'
    | 'list'
    | 'duration'
    | 'connection';
  readonly required?: true;
  /** What the server takes when nothing is set, where a form shows it. */
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly max?: number;
  /** Seldom needed: forms keep it folded away. */
  readonly extra?: true;
}

export const text = (key: string, more: Partial<TargetField> = {}): TargetField => ({
  key,
  type: 'text',
  ...more,
});
export const required = (key: string, more: Partial<TargetField> = {}): TargetField =>
  text(key, { required: true, ...more });
export const secret = (key: string): TargetField => ({ key, type: 'secret' });
export const onOff = (key: string, more: Partial<TargetField> = {}): TargetField => ({
  key,
  type: 'switch',
  default: 'off',
  ...more,
});
export const number = (key: string, more: Partial<TargetField> = {}): TargetField => ({
  key,
  type: 'number',
  ...more,
});
export const duration = (key: string): TargetField => ({ key, type: 'duration' });
export const choice = (
  key: string,
  choices: readonly string[],
  more: Partial<TargetField> = {},
): TargetField => ({ key, type: 'choice', choices, ...more });
/** What every kind of target has. */
export const common = [
  required('queue_dir'),
  number('queue_limit'),
  text('comment'),
] as const satisfies readonly TargetField[];

export const extra = { extra: true } as const;
