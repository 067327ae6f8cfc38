import { ConsoleError } from '../../console-error.ts';

/**
 * Passes the bytes of a form's file on and makes sure that there are exactly
 * `size` of them. The last bytes go on only when the source has ended, so a
 * source that has more is found out before the storage has a whole object.
 * @throws ConsoleError UploadIncomplete when there are fewer or more, or when the
 * form breaks off.
 */
export async function* exactLength(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void> {
  let seen = 0;
  let held: Uint8Array | undefined;
  for await (const chunk of source) {
    seen += chunk.length;
    if (seen > size) throw wrongLength(size);
    if (held) yield held;
    held = chunk;
  }
  if (seen !== size) throw wrongLength(size);
  if (held) yield held;
}

function wrongLength(size: number): ConsoleError {
  return new ConsoleError('UploadIncomplete', {
    detail: `The form announces a file of ${size} bytes and holds another length.`,
  });
}
