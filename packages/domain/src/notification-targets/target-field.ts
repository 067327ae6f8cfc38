/** A setting of a notification target, by its key in the server's configuration. */
export interface TargetField {
  readonly key: string;
  /**
   * `list`: comma-separated texts; `duration`: such as 10s; `secret`: never returned by the server;
   * `connection`: a string that combines address and credentials.
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
  /** The server's default, where a form shows it. */
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly max?: number;
  /** Rarely needed: forms keep it collapsed. */
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
/** The settings that all kinds of targets share. */
export const common = [
  required('queue_dir'),
  number('queue_limit'),
  text('comment'),
] as const satisfies readonly TargetField[];

export const extra = { extra: true } as const;
