/**
 * Wildcard patterns as used in policies: '*' matches any run of characters, '?' exactly one.
 * Matching time is bounded for every pattern and text.
 */

import { compileSteps, followsSteps } from './wildcard-steps.ts';

/**
 * Whether `text` matches `pattern` as a whole. Characters of the pattern at the positions in
 * `literals` are taken literally.
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

/** Returns a predicate for a pattern that is matched often. */
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

/**
 * Whether a text starts with the first run, ends with the last, and contains the others in order
 * between them.
 */
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

/** Returns the runs between the stars. */
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
