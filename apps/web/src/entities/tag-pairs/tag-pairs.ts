/** A tag as entered. */
export interface TagPair {
  /** Distinguishes rows with the same text. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

export type TagPairs = readonly TagPair[];

/** S3 limits, in characters. */
export const LONGEST_KEY = 128;
export const LONGEST_VALUE = 256;

/** Whether every key and value is short enough for S3. */
export function pairsFit(pairs: TagPairs): boolean {
  return pairs.every(
    ({ key, value }) => key.length <= LONGEST_KEY && value.length <= LONGEST_VALUE,
  );
}

/** A list with one blank row. */
export const EMPTY_TAG_PAIRS: TagPairs = [{ id: 0, key: '', value: '' }];

function isFilled({ key, value }: Pick<TagPair, 'key' | 'value'>): boolean {
  return key !== '' && value !== '';
}

/** Returns the pairs with both key and value. */
export function filledPairs(pairs: TagPairs): TagPairs {
  return pairs.filter(isFilled);
}

/** Whether a blank row can be added: only after a filled one. */
export function canAddPair(pairs: TagPairs): boolean {
  const last = pairs.at(-1);
  return last === undefined || isFilled(last);
}

function nextId(pairs: TagPairs): number {
  return Math.max(-1, ...pairs.map(({ id }) => id)) + 1;
}

/** Returns the list with a blank row appended, if one can be added. */
export function addPair(pairs: TagPairs): TagPairs {
  return canAddPair(pairs) ? [...pairs, { id: nextId(pairs), key: '', value: '' }] : pairs;
}

/** Returns the list with a new key or value in one row. */
export function changePair(
  pairs: TagPairs,
  id: number,
  part: Partial<Pick<TagPair, 'key' | 'value'>>,
): TagPairs {
  return pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair));
}

/** Returns the list without a row; removing the last one leaves a blank row. */
export function removePair(pairs: TagPairs, id: number): TagPairs {
  const left = pairs.filter((pair) => pair.id !== id);
  return left.length === 0 ? [{ id: nextId(pairs), key: '', value: '' }] : left;
}

/** Returns the filled pairs in wire format: key=value&key=value, percent-encoded. */
export function encodePairs(pairs: TagPairs): string {
  return filledPairs(pairs)
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Returns rows for stored pairs. */
export function pairsOf(
  tags: readonly { readonly key: string; readonly value: string }[],
): TagPairs {
  return tags.length === 0
    ? EMPTY_TAG_PAIRS
    : tags.map(({ key, value }, index) => ({ id: index, key, value }));
}

/** Returns rows for pairs in wire format. */
export function decodePairs(text: string): TagPairs {
  return pairsOf([...new URLSearchParams(text)].map(([key, value]) => ({ key, value })));
}
