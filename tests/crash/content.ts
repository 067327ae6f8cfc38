import { createHash } from 'node:crypto';

/** Generates content from its number and size, so that torn or mixed content is detected. */
export function contentOf(number: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  const pattern = createHash('sha256').update(String(number)).digest();
  for (let at = 0; at < size; at += pattern.length) {
    pattern.copy(bytes, at);
  }
  bytes.write(`${number}`, 0);
  return bytes;
}

/** Returns a seeded generator of random numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
