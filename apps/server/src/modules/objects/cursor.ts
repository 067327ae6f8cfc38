import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** Well-formed text, which can be sent to the server. */
const wellFormed = z.string().refine((text) => text.isWellFormed());

/**
 * Where a listing continues: in the storage's page that `token` opens (without it the first one),
 * after the entry `after`. `key` is the last one processed, whose older versions and folders are
 * complete.
 */
const Cursor = z.object({
  token: wellFormed.optional(),
  after: wellFormed.optional(),
  key: wellFormed.optional(),
});
export type Cursor = z.infer<typeof Cursor>;

/** Encodes the cursor as an opaque text for the browser. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for a text that `writeCursor` did not return. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {};
  const result = Cursor.safeParse(parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw badCursor();
}

/** The page token of a version listing, where it continues: a key and a version. */
const Markers = z.tuple([wellFormed, wellFormed]);

/** @throws ConsoleError InvalidInput for a token of another kind of listing */
export function readMarkers(token: string): readonly [key: string, versionId: string] {
  const result = Markers.safeParse(parse(token));
  if (result.success) return result.data;
  throw badCursor();
}

/** The error for a cursor that no listing of this kind returned. */
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
