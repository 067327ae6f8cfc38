import type { LogMessage } from '@stowage/contract/tools/logs';
import type { StreamEntry } from '#web/lib/stream/stream-state.ts';

/** A line of the log, as displayed. */
export interface LogLine {
  readonly id: string;
  readonly text: string;
  readonly indented: boolean;
  /** The entry whose first line this is, with its details. */
  readonly entry?: LogMessage;
  /** In place of a line: entries are missing here. */
  readonly gap?: { readonly missed?: number; readonly lostFor?: number };
}

const INDENT = '   ';
const COLOUR_CODES = /\p{Cc}\[[0-9;?]*[A-Za-z]/gu;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Removes terminal colour codes and unprintable characters from a line. */
export function plainLine(line: string): string {
  return line.replace(COLOUR_CODES, '').replace(/\t/g, '    ').replace(UNPRINTABLE, '');
}

function linesOf(id: number, entry: LogMessage): LogLine[] {
  const lines = entry.message
    .replace(/^\r?\n/, '')
    .split(/\r?\n/)
    .map(plainLine);
  return lines.map((line, index) => ({
    id: `${id}.${index}`,
    text: line.trim(),
    indented: line.startsWith(INDENT),
    ...(index === 0 && { entry }),
  }));
}

/**
 * Returns the lines of entries in order. After a lost connection the server resends the last
 * entries; duplicates are skipped.
 */
export function logLines(entries: readonly StreamEntry<LogMessage>[], level: string): LogLine[] {
  const seen = new Set<string>();
  return entries.flatMap((entry): LogLine[] => {
    if (entry.kind === 'gap') {
      const { missed, lostFor } = entry;
      const gap = {
        ...(missed !== undefined && { missed }),
        ...(lostFor !== undefined && { lostFor }),
      };
      return [{ id: String(entry.id), text: '', indented: false, gap }];
    }
    const { key, level: own } = entry.message;
    if (seen.has(key)) return [];
    seen.add(key);
    return level === '' || own === level ? linesOf(entry.id, entry.message) : [];
  });
}

/** Whether a line matches a search. */
export function isHighlighted({ text, entry }: LogLine, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return false;
  return `${text} ${entry?.error?.api ?? ''}`.toLowerCase().includes(wanted);
}
