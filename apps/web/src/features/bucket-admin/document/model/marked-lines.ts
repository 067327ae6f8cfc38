/** A line of a section, and whether the other side lacks it. */
export interface MarkedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly changed: boolean;
}

/** Beyond so many lines nothing is marked: the browser would have one element for each. */
const maxLines = 500;

/** In JSON a comma stands at the end of a line only because another follows. */
function content(line: string): string {
  return line.trimEnd().replace(/,$/, '');
}

/** The lines of a text, those marked that the other text does not have anywhere. */
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
