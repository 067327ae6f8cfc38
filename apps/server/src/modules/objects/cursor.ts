import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** Text that can be sent on. */
const wellFormed = z.string().refine((text) => text.isWellFormed());

/**
 * Where a listing goes on: in the storage's page that `token` opens (the first one without it), behind
 * the entry `after`. `key` is the last one that was decided on, whose older versions and folders
 * have had their turn.
 */
const Cursor = z.object({
  token: wellFormed.optional(),
  after: wellFormed.optional(),
  key: wellFormed.optional(),
});
export type Cursor = z.infer<typeof Cursor>;

/** The cursor as an opaque text for the browser. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for a text that `writeCursor` did not make. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {};
  const result = Cursor.safeParse(parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw badCursor();
}

/** Where the listing of versions goes on, as its pages' tokens say it: a key and a version. */
const Markers = z.tuple([wellFormed, wellFormed]);

/** @throws ConsoleError InvalidInput for a token of another kind of listing */
export function readMarkers(token: string): readonly [key: string, versionId: string] {
  const result = Markers.safeParse(parse(token));
  if (result.success) return result.data;
  throw badCursor();
}

/** What becomes of a cursor that no listing of this kind gave. */
export function badCursor(cause?: unknown): ConsoleError {
  return new ConsoleError('InvalidInput', {
    field: 'cursor',
    detail: "'cursor' is not one that a listing gave.",
    cause,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
