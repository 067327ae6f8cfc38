/** Returns bytes that differ at every offset and for every seed, but not between runs. */
export function content(size: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let i = 0; i < size; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

export const KIB = 1024;
export const MIB = 1024 * 1024;
/** The minimum size of a multipart upload's parts, except for the last. */
export const MIN_PART = 5 * MIB;
