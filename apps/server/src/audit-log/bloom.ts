/** Bytes of one filter. */
export const BLOOM_BYTES = 16_384;
const BITS = BLOOM_BYTES * 8;
/** Short parts are in nearly every run of records where names have numbers; long ones tell more. */
const [SHORT_GRAM, LONG_GRAM] = [3, 6];
const TOKEN_HASHES = 3;

/** FNV-1a over UTF-16 code units. */
export function hashOf(text: string, seed = 0, start = 0, end = text.length): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

function gramBits(text: string, length: number): number[] {
  const bits: number[] = [];
  for (let start = 0; start + length <= text.length; start += 1) {
    bits.push(hashOf(text, length, start, start + length) % BITS);
  }
  return bits;
}

function tokenBits(text: string): number[] {
  return Array.from({ length: TOKEN_HASHES }, (_, seed) => hashOf(text, seed) % BITS);
}

function set(bloom: Uint8Array, bits: readonly number[]): void {
  for (const bit of bits) bloom[bit >>> 3] = (bloom[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

function has(bloom: Uint8Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((bloom[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** Notes the parts of a value, so that it can be told which texts no value contains. */
export function addGrams(bloom: Uint8Array, value: string): void {
  set(bloom, gramBits(value, SHORT_GRAM));
  set(bloom, gramBits(value, LONG_GRAM));
}

/** Whether a value with all of these texts may have been noted; short texts may be anywhere. */
export function canContain(bloom: Uint8Array, literals: readonly string[]): boolean {
  return literals.every((literal) =>
    has(bloom, gramBits(literal, literal.length < LONG_GRAM ? SHORT_GRAM : LONG_GRAM)),
  );
}

/** Notes a value as a whole. */
export function addToken(bloom: Uint8Array, value: string): void {
  set(bloom, tokenBits(value));
}

/** Whether exactly this value may have been noted. */
export function canHold(bloom: Uint8Array, value: string): boolean {
  return has(bloom, tokenBits(value));
}
