/** A tag as it is being typed. */
export interface TagPair {
  /** Tells rows apart that hold the same text. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

export type TagPairs = readonly TagPair[];

/** Limits of S3, in characters. */
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

/** Pairs are kept only when both halves are filled. */
export function filledPairs(pairs: TagPairs): TagPairs {
  return pairs.filter(isFilled);
}

/** Whether a blank row may follow: only after one that is filled. */
export function canAddPair(pairs: TagPairs): boolean {
  const last = pairs.at(-1);
  return last === undefined || isFilled(last);
}

function nextId(pairs: TagPairs): number {
  return Math.max(-1, ...pairs.map(({ id }) => id)) + 1;
}

/** The list with a blank row at its end, where one may be added. */
export function addPair(pairs: TagPairs): TagPairs {
  return canAddPair(pairs) ? [...pairs, { id: nextId(pairs), key: '', value: '' }] : pairs;
}

/** The list with another key or value in one row. */
export function changePair(
  pairs: TagPairs,
  id: number,
  part: Partial<Pick<TagPair, 'key' | 'value'>>,
): TagPairs {
  return pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair));
}

/** The list without a row; a blank one stays when it was the last. */
export function removePair(pairs: TagPairs, id: number): TagPairs {
  const left = pairs.filter((pair) => pair.id !== id);
  return left.length === 0 ? [{ id: nextId(pairs), key: '', value: '' }] : left;
}

/** The filled pairs as the wire carries them: key=value&key=value, percent-encoded. */
export function encodePairs(pairs: TagPairs): string {
  return filledPairs(pairs)
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Rows of the pairs that somebody else stored. */
export function pairsOf(
  tags: readonly { readonly key: string; readonly value: string }[],
): TagPairs {
  return tags.length === 0
    ? EMPTY_TAG_PAIRS
    : tags.map(({ key, value }, index) => ({ id: index, key, value }));
}

/** Rows of pairs as the wire carries them. */
export function decodePairs(text: string): TagPairs {
  return pairsOf([...new URLSearchParams(text)].map(([key, value]) => ({ key, value })));
}
