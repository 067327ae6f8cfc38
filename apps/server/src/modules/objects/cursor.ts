import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/**
 * Where a listing goes on: in the storage's page that `token` opens (the first
 * one without it), behind the name `after`.
 */
const Cursor = z.object({ token: z.string().optional(), after: z.string().optional() });
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
  throw new ConsoleError('InvalidInput', {
    field: 'cursor',
    detail: "'cursor' is not one that a listing gave.",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
