import { pairsFit, type TagPairs } from '#web/entities/tag-pairs/tag-pairs.ts';

/** The S3 limit for a bucket. */
export const MAX_TAGS = 50;

export type TagError =
  | { readonly kind: 'tooMany' | 'tooLong' }
  | { readonly kind: 'noKey' }
  | { readonly kind: 'duplicate'; readonly key: string };

/** Returns the tags of the rows: a value may be empty, as in S3; blank rows are ignored. */
export function tagsOf(pairs: TagPairs): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  );
}

/** Returns the error that prevents the rows from being saved; undefined if there is none. */
export function tagError(pairs: TagPairs): TagError | undefined {
  const written = pairs.filter(({ key, value }) => key.trim() !== '' || value !== '');
  if (written.some(({ key }) => key.trim() === '')) return { kind: 'noKey' };
  if (!pairsFit(written)) return { kind: 'tooLong' };
  const keys = written.map(({ key }) => key.trim());
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return { kind: 'duplicate', key: twice };
  return written.length > MAX_TAGS ? { kind: 'tooMany' } : undefined;
}
