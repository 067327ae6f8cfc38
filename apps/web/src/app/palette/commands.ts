/** An entry that the palette can open. */
export interface Command {
  /** Unique among the commands. */
  readonly id: string;
  readonly label: string;
  readonly kind: 'page' | 'bucket';
  /** Path of the console. */
  readonly to: string;
}

/** Maximum number of entries offered; typing more narrows them down. */
const maxShown = 50;

function rank(command: Command, words: readonly string[]): number {
  const label = command.label.toLowerCase();
  if (!words.every((word) => label.includes(word))) return -1;
  return label.startsWith(words[0] ?? '') ? 0 : 1;
}

/**
 * Returns the commands whose label contains every word of the text, those that start with it first.
 */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .map((command) => ({ command, rank: rank(command, words) }))
    .filter((found) => found.rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxShown)
    .map((found) => found.command);
}
