/** A line of a section, and whether the other side lacks it. */
export interface MarkedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly changed: boolean;
}

/** Longer texts are not marked: each line would be an element of its own. */
const maxLines = 500;

/**
 * Returns a line without its trailing comma, which in JSON only depends on whether another line
 * follows.
 */
function content(line: string): string {
  return line.trimEnd().replace(/,$/, '');
}

/** Returns the lines of a text, marking those that do not occur in the other text. */
export function markedLines(text: string, other: string | undefined): readonly MarkedLine[] {
  const lines = text.split('\n');
  if (lines.length > maxLines) return [{ number: 1, text, changed: false }];
  const elsewhere = new Set((other ?? '').split('\n').map(content));
  return lines.map((line, index) => ({
    number: index + 1,
    text: line,
    changed: !elsewhere.has(content(line)),
  }));
}
