/** Steps for an axis of bytes, so that its labels are round in binary units. */
export const BYTE_STEPS: readonly number[] = Array.from({ length: 70 }, (_, power) => 2 ** power);

/** Returns the range of an axis: all values plus some margin; a chart of zeros has a height too. */
export function valueRange(max: number | null, least: number): [number, number] {
  return [0, Math.max(least, (max ?? 0) * 1.08)];
}

/**
 * Returns the labels of an axis without repetitions, which occur if ticks are finer than the
 * format.
 */
export function axisTexts(
  ticks: readonly number[],
  format: (value: number) => string,
): readonly string[] {
  const texts = ticks.map(format);
  return texts.map((text, at) => (at > 0 && text === texts[at - 1] ? '' : text));
}

/** Returns the pixels needed for the longest label, with a margin. */
export function labelWidth(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map(({ length }) => length));
  return Math.max(36, 18 + Math.ceil(longest * 6.6));
}

/** Stacks each series on those before it, for areas that show a whole and its parts. */
export function stacked(
  series: readonly (readonly (number | null)[])[],
): readonly (readonly number[])[] {
  let below: readonly number[] = [];
  return series.map((values) => {
    const base = below;
    below = values.map((value, at) => (value ?? 0) + (base[at] ?? 0));
    return below;
  });
}
