/** A line in the comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** With more pairs of lines than this, the changed part is shown as a whole. */
const MAX_PAIRS = 2 ** 22;

/** Returns the lines of two texts, with removals from the first and additions in the second. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const of = (kind: DiffLine['kind'], lines: readonly string[]) =>
    lines.map((text) => ({ kind, text }));
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle =
    left.length * right.length > MAX_PAIRS
      ? [...of('removed', left), ...of('added', right)]
      : changedLines(left, right);
  return [...of('same', a.slice(0, start)), ...middle, ...of('same', a.slice(a.length - end))];
}

/** Uses the longest common subsequence of lines. */
function changedLines(left: readonly string[], right: readonly string[]): DiffLine[] {
  const width = right.length + 1;
  // The length of the common subsequence after each pair of lines.
  const common = new Uint32Array((left.length + 1) * width);
  const at = (l: number, r: number) => common[l * width + r] ?? 0;
  for (let l = left.length - 1; l >= 0; l -= 1) {
    for (let r = right.length - 1; r >= 0; r -= 1) {
      common[l * width + r] =
        left[l] === right[r] ? at(l + 1, r + 1) + 1 : Math.max(at(l + 1, r), at(l, r + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [one, other] = [left[l], right[r]];
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one });
      l += 1;
      r += 1;
    } else if (one !== undefined && (other === undefined || at(l + 1, r) >= at(l, r + 1))) {
      lines.push({ kind: 'removed', text: one });
      l += 1;
    } else {
      lines.push({ kind: 'added', text: other ?? '' });
      r += 1;
    }
  }
  return lines;
}

/** Returns the changed lines with their context; undefined stands for omitted lines. */
export function diffContext(
  lines: readonly DiffLine[],
  around: number,
): readonly (DiffLine | undefined)[] {
  const shown = new Set<number>();
  for (const [place, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let near = place - around; near <= place + around; near += 1) shown.add(near);
  }
  return lines.flatMap((line, place) => {
    if (shown.has(place)) return [line];
    return shown.has(place - 1) || place === 0 ? [undefined] : [];
  });
}
