/** Which objects are stored compressed. */
export interface CompressionRules {
  /** Key suffixes; * for any. */
  readonly extensions: readonly string[];
  /** Content types; * matches any text. */
  readonly contentTypes: readonly string[];
  /** Includes encrypted objects, whose stored size then reveals something about their contents. */
  readonly encrypted: boolean;
}
