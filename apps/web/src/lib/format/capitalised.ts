/** A plain word; what has an underscore, a digit or a colon is the name of something. */
const WORD = /^\p{Ll}[\p{Ll}'’]*(?=[\s,;-]|[.!?]?$)/u;

/**
 * A text with a capital as its first letter: a server's help stands on the screen as sentences do.
 * A name at its beginning, such as `identity_openid:`, stays as it is.
 */
export function capitalised(text: string): string {
  return text.replace(WORD, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
