/** Formats measurements as Markdown. */

export type Row = readonly (string | number)[];

const print = (value: string | number): string =>
  typeof value === 'number'
    ? value >= 100 || Number.isInteger(value)
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(1)
    : value;

/** Returns a Markdown table; numbers are rounded and right-aligned. */
export function markdownTable(head: readonly string[], rows: readonly Row[]): string {
  const align = head.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number') ? '---:' : '---',
  );
  const line = (cells: Row) => `| ${cells.map(print).join(' | ')} |`;
  return [line(head), `| ${align.join(' | ')} |`, ...rows.map(line)].join('\n');
}
