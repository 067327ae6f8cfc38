/** Size of one filter in bytes. */
export const BLOOM_BYTES = 16_384;
export const BLOOM_BITS = BLOOM_BYTES * 8;
/**
 * Where names contain numbers, short parts occur in nearly every run of records; long ones are more
 * selective.
 */
const [SHORT_GRAM, LONG_GRAM] = [3, 6];
/** With fewer long parts than this, the short ones are checked as well. */
const FEW_GRAMS = 8;
/** Checking more would cost more than it rules out. */
const MAX_GRAMS = 48;
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
    bits.push(hashOf(text, length, start, start + length) % BLOOM_BITS);
  }
  return bits;
}

function set(bloom: Uint8Array, bits: readonly number[]): void {
  for (const bit of bits) bloom[bit >>> 3] = (bloom[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

/** Whether all of these bits are set. */
export function hasBits(bloom: Uint8Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((bloom[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** Adds the parts of a value, so that texts it cannot contain are recognised. */
export function addGrams(bloom: Uint8Array, value: string): void {
  set(bloom, gramBits(value, SHORT_GRAM));
  set(bloom, gramBits(value, LONG_GRAM));
}

/**
 * The bits that are set if a value containing all of these texts was added: at most `MAX_GRAMS`.
 */
export function bitsOfParts(literals: readonly string[]): readonly number[] {
  const bits = [...new Set(literals.flatMap(bitsOfPart))];
  const step = Math.ceil(bits.length / MAX_GRAMS);
  return bits.filter((_, index) => index % step === 0);
}

function bitsOfPart(literal: string): number[] {
  const long = gramBits(literal, LONG_GRAM);
  return long.length < FEW_GRAMS ? [...long, ...gramBits(literal, SHORT_GRAM)] : long;
}

/** Adds a whole value. */
export function addToken(bloom: Uint8Array, value: string): void {
  set(bloom, bitsOfWhole(value));
}

/** The bits that are set if exactly this value was added. */
export function bitsOfWhole(value: string): readonly number[] {
  return Array.from({ length: TOKEN_HASHES }, (_, seed) => hashOf(value, seed) % BLOOM_BITS);
}
