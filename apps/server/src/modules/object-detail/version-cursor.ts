import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** Where a list of versions continues. */
const Cursor = z.object({
  /** The version after which it continues. */
  after: z.string().refine((text) => text.isWellFormed()),
  /** How many versions are newer than those to come. */
  passed: z.int().min(0),
  /** The total, if counted. */
  total: z.int().min(0).optional(),
});
export type VersionCursor = z.infer<typeof Cursor>;

/** Encodes the cursor as an opaque text for the browser. */
export function writeCursor(cursor: VersionCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for a text that `writeCursor` did not return */
export function readCursor(text: string): VersionCursor {
  const result = Cursor.safeParse(parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw badCursor();
}

/** The error for a cursor that no list of versions returned. */
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
