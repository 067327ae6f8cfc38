/**
 * Runs `npm run storage -- <name> …` with the arguments after the name; resolves to the text to
 * print, '' for none.
 */
export type Command = (words: readonly string[]) => Promise<string>;

/** A command was called incorrectly; the message shows the usage. */
export class UsageError extends Error {
  constructor(usage: string) {
    super(`Usage: npm run storage -- ${usage}`);
    this.name = 'UsageError';
  }
}
