import { z } from 'zod';
import { ConsoleError } from '../../../console-error.ts';

/** Where emptying a bucket goes on: behind a version, or with the uploads. */
const EmptyCursor = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('versions'), key: z.string(), versionId: z.string().optional() }),
  z.object({ phase: z.literal('uploads') }),
]);
export type EmptyCursor = z.infer<typeof EmptyCursor>;

export function writeCursor(cursor: EmptyCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ConsoleError InvalidInput for text that no answer gave */
export function readCursor(text: string): EmptyCursor {
  try {
    return EmptyCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new ConsoleError('InvalidInput', {
      field: 'cursor',
      detail: 'The cursor is not one that an earlier answer gave.',
      cause,
    });
  }
}
