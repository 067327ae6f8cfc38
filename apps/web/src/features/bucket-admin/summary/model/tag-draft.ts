import { pairsFit, type TagPairs } from '#web/entities/tag-pairs/tag-pairs.ts';

/** As many as S3 takes for a bucket. */
export const MAX_TAGS = 50;

export type TagError =
  | { readonly kind: 'tooMany' | 'tooLong' }
  | { readonly kind: 'noKey' }
  | { readonly kind: 'duplicate'; readonly key: string };

/** The tags that rows stand for: a value may be empty, as it may in S3; blank rows do not count. */
export function tagsOf(pairs: TagPairs): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  );
}

/** What keeps rows from being saved; undefined when nothing does. */
export function tagError(pairs: TagPairs): TagError | undefined {
  const written = pairs.filter(({ key, value }) => key.trim() !== '' || value !== '');
  if (written.some(({ key }) => key.trim() === '')) return { kind: 'noKey' };
  if (!pairsFit(written)) return { kind: 'tooLong' };
  const keys = written.map(({ key }) => key.trim());
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return { kind: 'duplicate', key: twice };
  return written.length > MAX_TAGS ? { kind: 'tooMany' } : undefined;
}
