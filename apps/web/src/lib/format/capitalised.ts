/** A plain word; anything with an underscore, digit or colon is an identifier. */
const WORD = /^\p{Ll}[\p{Ll}'’]*(?=[\s,;-]|[.!?]?$)/u;

/**
 * Capitalises a text's first letter, because a server's help texts are shown as sentences. An
 * identifier at its start, such as `identity_openid:`, is left alone.
 */
export function capitalised(text: string): string {
  return text.replace(WORD, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
