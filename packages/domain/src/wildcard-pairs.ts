import { compileWildcard } from './wildcard.ts';
import { compileSteps, followsSteps, type Steps } from './wildcard-steps.ts';

/** A pattern parsed once, for comparing many patterns with each other. */
export interface Wildcard {
  readonly pattern: string;
  readonly hasStar: boolean;
  readonly hasQuestion: boolean;
  /** The characters before the first star; without a star, all of them. */
  readonly start: readonly string[];
  /** The characters after the last star, in reverse order; without a star, all of them. */
  readonly end: readonly string[];
  readonly matches: (text: string) => boolean;
  readonly steps: () => Steps;
}

export function readWildcard(pattern: string): Wildcard {
  const first = pattern.indexOf('*');
  const hasStar = first >= 0;
  return {
    pattern,
    hasStar,
    hasQuestion: pattern.includes('?'),
    start: [...(hasStar ? pattern.slice(0, first) : pattern)],
    end: [...pattern.slice(pattern.lastIndexOf('*') + 1)].reverse(),
    matches: later(() => compileWildcard(pattern)),
    steps: once(() => compileSteps(pattern)),
  };
}

/** Whether some text matches both patterns. */
export function wildcardsOverlap(left: Wildcard, right: Wildcard): boolean {
  if (!agree(left.start, right.start) || !agree(left.end, right.end)) return false;
  // The gap between two stars absorbs whatever the other pattern still requires.
  if (left.hasStar && right.hasStar) return true;
  if (!left.hasStar && !right.hasStar) return left.start.length === right.start.length;
  const [open, fixed] = left.hasStar ? [left, right] : [right, left];
  if (!fixed.hasQuestion) return open.matches(fixed.pattern);
  return fixed.start.length >= open.start.length + open.end.length && fits(open, fixed);
}

function fits(open: Wildcard, fixed: Wildcard): boolean {
  return followsSteps(fixed.pattern, open.steps(), '?');
}

/** Whether the shorter of two lists can be a prefix of the longer one. */
function agree(left: readonly string[], right: readonly string[]): boolean {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [a, b] = [left[at], right[at]];
    if (a !== b && a !== '?' && b !== '?') return false;
  }
  return true;
}

/**
 * Whether every text that matches `narrow` also matches `wide`. May return false negatives for
 * unusual pairs, never false positives.
 */
export function wildcardCovers(wide: Wildcard, narrow: Wildcard): boolean {
  if (wide.pattern === '*' || wide.pattern === narrow.pattern) return true;
  if (narrow.hasQuestion || (narrow.hasStar && wide.hasQuestion)) return false;
  if (!narrow.hasStar && !(agree(wide.start, narrow.start) && agree(wide.end, narrow.end))) {
    return false;
  }
  return wide.matches(narrow.pattern);
}

/** The work limit for comparing lists of patterns, about 10 milliseconds. */
const MAX_WORK = 2 ** 25;
/** The fixed cost of a pattern, in characters. */
const EACH = 16;

/**
 * Whether two lists of patterns are small enough to compare pairwise without blocking others: the
 * time grows with the product of their sizes.
 */
export function areComparable(left: readonly Wildcard[], right: readonly Wildcard[]): boolean {
  return sizeOf(left) * sizeOf(right) <= MAX_WORK;
}

function sizeOf(patterns: readonly Wildcard[]): number {
  return patterns.reduce((sum, { pattern }) => sum + pattern.length + EACH, 0);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a predicate that is built on first use. */
function later(make: () => (text: string) => boolean): (text: string) => boolean {
  const test = once(make);
  return (text) => test()(text);
}
