/**
 * Patterns as policies use them: '*' stands for any run of characters, '?' for
 * exactly one. No pattern makes matching slow, whatever the text.
 */
const STAR = 42;
const QUESTION = 63;

/**
 * Whether `text` matches `pattern` as a whole. Positions of the pattern that
 * are in `literals` are ordinary characters, whatever they are.
 */
export function matchWildcard(
  pattern: string,
  text: string,
  literals?: ReadonlySet<number>,
): boolean {
  return hasQuestion(pattern, literals)
    ? followsSteps(text, compileSteps(pattern, literals))
    : hasRuns(text, runsOf(pattern, literals));
}

/** A test for one pattern that is asked often. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  if (pattern === '*') return () => true;
  if (hasQuestion(pattern)) {
    const steps = compileSteps(pattern);
    return (text) => followsSteps(text, steps);
  }
  const runs = runsOf(pattern);
  const [prefix = '', suffix] = runs;
  if (suffix === undefined) return (text) => text === pattern;
  if (suffix === '' && runs.length === 2) return (text) => text.startsWith(prefix);
  return (text) => hasRuns(text, runs);
}

/** Whether a text begins with the first run, ends with the last, and has the others between in order. */
function hasRuns(text: string, runs: readonly string[]): boolean {
  const [first = ''] = runs;
  const end = runs.length - 1;
  if (end === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (let index = 1; index < end; index += 1) {
    const run = runs[index] ?? '';
    const found = text.indexOf(run, at);
    if (found < 0) return false;
    at = found + run.length;
  }
  const last = runs[end] ?? '';
  return text.length - at >= last.length && text.endsWith(last);
}

function hasQuestion(pattern: string, literals?: ReadonlySet<number>): boolean {
  for (let at = pattern.indexOf('?'); at >= 0; at = pattern.indexOf('?', at + 1)) {
    if (!literals?.has(at)) return true;
  }
  return false;
}

/** What stands between the stars. */
function runsOf(pattern: string, literals?: ReadonlySet<number>): string[] {
  if (literals === undefined) return pattern.split('*');
  const runs: string[] = [];
  let start = 0;
  for (let at = pattern.indexOf('*'); at >= 0; at = pattern.indexOf('*', at + 1)) {
    if (literals.has(at)) continue;
    runs.push(pattern.slice(start, at));
    start = at + 1;
  }
  return [...runs, pattern.slice(start)];
}

/** A pattern as steps from one of its characters to the next, stars not counted; 32 in a number. */
interface Steps {
  readonly length: number;
  /** The steps that any character makes. */
  readonly any: Uint32Array;
  /** The steps that a character of the pattern makes, those included. */
  readonly of: ReadonlyMap<string, Uint32Array>;
  /** Where any number of characters may pass. */
  readonly stays: Uint32Array;
}

/** Follows all ways through the pattern at once: bit n says that the text so far makes n steps. */
function followsSteps(text: string, { length, any, of, stays }: Steps): boolean {
  const reached = new Uint32Array(any.length);
  reached[0] = 1;
  for (const character of text) {
    const possible = of.get(character) ?? any;
    let carry = 0;
    for (let word = 0; word < reached.length; word += 1) {
      const now = reached[word] ?? 0;
      const next = ((now << 1) | carry) & (possible[word] ?? 0);
      reached[word] = next | (now & (stays[word] ?? 0));
      carry = now >>> 31;
    }
  }
  return hasBit(reached, length);
}

function compileSteps(pattern: string, literals?: ReadonlySet<number>): Steps {
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

/** Whether some text matches both patterns. */
export function wildcardsOverlap(left: string, right: string): boolean {
  let row = new Array<boolean>(right.length + 1).fill(false);
  row[0] = true;
  for (let r = 0; r < right.length && right.charCodeAt(r) === STAR; r += 1) row[r + 1] = true;
  for (let l = 0; l < left.length; l += 1) {
    const symbol = left.charCodeAt(l);
    const next = new Array<boolean>(right.length + 1).fill(false);
    next[0] = symbol === STAR && row[0] === true;
    for (let r = 0; r < right.length; r += 1) {
      next[r + 1] = overlapStep(symbol, right.charCodeAt(r), row, next, r);
    }
    row = next;
  }
  return row[right.length] === true;
}

function overlapStep(
  left: number,
  right: number,
  row: readonly boolean[],
  next: readonly boolean[],
  r: number,
): boolean {
  if (left === STAR || right === STAR) return row[r + 1] === true || next[r] === true;
  const same = left === right || left === QUESTION || right === QUESTION;
  return same && row[r] === true;
}

/** Whether every text that matches `narrow` matches `wide` too. May say no for odd pairs, never a wrong yes. */
export function wildcardCovers(wide: string, narrow: string): boolean {
  if (!narrow.includes('?')) return matchWildcard(wide, narrow) && !questionMeetsStar(wide, narrow);
  return wide === '*' || wide === narrow;
}

function questionMeetsStar(wide: string, narrow: string): boolean {
  return wide.includes('?') && narrow.includes('*');
}
