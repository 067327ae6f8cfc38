/** A pattern as transitions between its characters, not counting stars; 32 per number. */
export interface Steps {
  readonly length: number;
  /** The steps that any character takes. */
  readonly any: Uint32Array;
  /** The steps that a character of the pattern takes, including those. */
  readonly of: ReadonlyMap<string, Uint32Array>;
  /** The positions where any number of characters may follow. */
  readonly stays: Uint32Array;
}

/**
 * Simulates all paths through the pattern at once: bit n is set if the text so far can take n
 * steps.
 *
 * @param wild a character of the text that stands for any character, and so takes every step
 */
export function followsSteps(
  text: string,
  { length, any, of, stays }: Steps,
  wild?: string,
): boolean {
  if (any.length === 1) return followsFewSteps(text, { length, any, of, stays }, wild);
  const reached = new Uint32Array(any.length);
  reached[0] = 1;
  for (const character of text) {
    const possible = character === wild ? undefined : (of.get(character) ?? any);
    let carry = 0;
    for (let word = 0; word < reached.length; word += 1) {
      const now = reached[word] ?? 0;
      const moved = (now << 1) | carry;
      const next = possible === undefined ? moved : moved & (possible[word] ?? 0);
      reached[word] = next | (now & (stays[word] ?? 0));
      carry = now >>> 31;
    }
  }
  return hasBit(reached, length);
}

/** Does the same for patterns whose steps fit into one number, which is most of them. */
function followsFewSteps(
  text: string,
  { length, any, of, stays }: Steps,
  wild: string | undefined,
): boolean {
  const [always = 0] = any;
  const [resting = 0] = stays;
  let reached = 1;
  for (const character of text) {
    const possible = character === wild ? -1 : (of.get(character)?.[0] ?? always);
    reached = ((reached << 1) & possible) | (reached & resting);
    if (reached === 0) return false;
  }
  return ((reached >>> length) & 1) === 1;
}

/** Builds the steps of a pattern in which the characters at `literals` are literal. */
export function compileSteps(pattern: string, literals?: ReadonlySet<number>): Steps {
  const words = (pattern.length >> 5) + 1;
  const any = new Uint32Array(words);
  const stays = new Uint32Array(words);
  const places = new Map<string, number[]>();
  let length = 0;
  let at = 0;
  for (const character of pattern) {
    const special = !literals?.has(at);
    at += character.length;
    if (special && character === '*') {
      setBit(stays, length);
      continue;
    }
    length += 1;
    if (special && character === '?') setBit(any, length);
    else listOf(places, character).push(length);
  }
  const of = new Map<string, Uint32Array>();
  for (const [character, bits] of places) {
    const possible = any.slice();
    for (const bit of bits) setBit(possible, bit);
    of.set(character, possible);
  }
  return { length, any, of, stays };
}

function listOf(places: Map<string, number[]>, character: string): number[] {
  const known = places.get(character) ?? [];
  places.set(character, known);
  return known;
}

function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31));
}

function hasBit(bits: Uint32Array, bit: number): boolean {
  return (((bits[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}
