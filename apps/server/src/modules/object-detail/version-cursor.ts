import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** Where a list of versions goes on. */
const Cursor = z.object({
  /** The version behind which it goes on. */
  after: z.string().refine((text) => text.isWellFormed()),
  /** How many versions are newer than those that follow. */
  passed: z.int().min(0),
  /** How many there are, where they have been counted. */
  total: z.int().min(0).optional(),
});
export type VersionCursor = z.infer<typeof Cursor>;

/** The cursor as an opaque text for the browser. */
export function writeCursor(cursor: VersionCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for a text that `writeCursor` did not make */
export function readCursor(text: string): VersionCursor {
  const result = Cursor.safeParse(parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw badCursor();
}

/** What becomes of a cursor that no list of versions gave. */
export function badCursor(cause?: unknown): ConsoleError {
  const detail = "'cursor' is not one that a list of versions gave.";
  return new ConsoleError('InvalidInput', { field: 'cursor', detail, cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
