import { z } from 'zod';
import { ConsoleError } from '../../../console-error.ts';

/** Well-formed text, which can be sent to the server. */
const text = z.string().refine((value) => value.isWellFormed());

/** Where emptying a bucket continues: after a version, or with the uploads. */
const EmptyCursor = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('versions'), key: text.min(1), versionId: text.optional() }),
  z.object({ phase: z.literal('uploads') }),
]);
export type EmptyCursor = z.infer<typeof EmptyCursor>;

export function writeCursor(cursor: EmptyCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for text that is not a cursor */
export function readCursor(written: string): EmptyCursor {
  try {
    return EmptyCursor.parse(JSON.parse(Buffer.from(written, 'base64url').toString('utf8')));
  } catch (cause) {
    throw badCursor(cause);
  }
}

/**
 * The error for an invalid cursor, including one that only the storage server recognises as such.
 */
export function badCursor(cause: unknown): ConsoleError {
  return new ConsoleError('InvalidInput', {
    field: 'cursor',
    detail: 'The cursor is not one that an earlier answer gave.',
    cause,
  });
}
