/** Reads a stream in pieces of chosen sizes. */
export interface ByteSource {
  /** Yields the next bytes: as many as requested, or as many as are left. */
  take(size: number): AsyncGenerator<Uint8Array, void>;
  /** Whether nothing is left. */
  isAtEnd(): Promise<boolean>;
}

/** A source over the chunks of a stream; the rest of a chunk goes to the next piece. */
export function byteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;

  async function fill(): Promise<Uint8Array | undefined> {
    while (rest === undefined || rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return undefined;
      rest = value;
    }
    return rest;
  }

  return {
    async *take(size) {
      let left = size;
      while (left > 0) {
        const chunk = await fill();
        if (!chunk) return;
        const piece = chunk.subarray(0, left);
        rest = chunk.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    isAtEnd: async () => (await fill()) === undefined,
  };
}
