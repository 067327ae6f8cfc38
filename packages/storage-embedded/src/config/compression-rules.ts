/** Which objects are stored compressed. */
export interface CompressionRules {
  /** Endings of keys; * for any. */
  readonly extensions: readonly string[];
  /** Content types, * for any text. */
  readonly contentTypes: readonly string[];
  /** Encrypted ones too: their stored size tells something about their content then. */
  readonly encrypted: boolean;
}
