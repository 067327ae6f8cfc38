/**
 * Reads chunks to the end, and aborts when they exceed the limit.
 *
 * @param limit in bytes
 * @param tooLarge the error to throw above the limit
 */
export async function readBounded(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > limit) throw tooLarge();
    kept.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of kept) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Reads UTF-8 text like `readBounded`. */
export async function readBoundedText(...of: Parameters<typeof readBounded>): Promise<string> {
  return new TextDecoder().decode(await readBounded(...of));
}
