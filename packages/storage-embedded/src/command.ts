/** What `npm run storage -- <name> …` does with the words behind its name; gives what to print, '' for nothing. */
export type Command = (words: readonly string[]) => Promise<string>;

/** A command was called as it is not meant; the message says how it is. */
export class UsageError extends Error {
  constructor(usage: string) {
    super(`Usage: npm run storage -- ${usage}`);
    this.name = 'UsageError';
  }
}
