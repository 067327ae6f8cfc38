/**
 * Patterns as policies use them: '*' stands for any run of characters, '?' for
 * exactly one. Matching never goes back further than the last '*', so that no
 * pattern makes it slow.
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
  let p = 0;
  let t = 0;
  let retryPattern = -1;
  let retryText = 0;
  while (t < text.length) {
    const symbol = pattern.charCodeAt(p);
    const special = literals === undefined || !literals.has(p);
    if (special && symbol === STAR) {
      retryPattern = ++p;
      retryText = t;
    } else if (special && symbol === QUESTION) {
      p += 1;
      t += characterLength(text, t);
    } else if (p < pattern.length && symbol === text.charCodeAt(t)) {
      p += 1;
      t += 1;
    } else if (retryPattern >= 0) {
      p = retryPattern;
      t = retryText += 1;
    } else {
      return false;
    }
  }
  while (pattern.charCodeAt(p) === STAR && !literals?.has(p)) p += 1;
  return p === pattern.length;
}

/** A test for one pattern that is asked often; the common shapes skip the general search. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const first = pattern.search(/[*?]/);
  if (first < 0) return (text) => text === pattern;
  if (pattern === '*') return () => true;
  if (first === pattern.length - 1 && pattern.endsWith('*')) {
    const prefix = pattern.slice(0, -1);
    return (text) => text.startsWith(prefix);
  }
  return (text) => matchWildcard(pattern, text);
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

function characterLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
