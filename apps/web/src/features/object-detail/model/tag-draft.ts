import { MAX_TAG_KEY, MAX_TAG_VALUE } from '@stowage/contract/object-detail';

/** A tag as entered. */
export interface TagDraft {
  readonly key: string;
  readonly value: string;
}

/** Returns the errors in a tag, by field. */
export function tagProblems({ key, value }: TagDraft): {
  readonly key?: 'key' | 'longKey';
  readonly value?: 'value' | 'longValue';
} {
  return {
    ...(key.trim() === '' && { key: 'key' }),
    ...(key.trim().length > MAX_TAG_KEY && { key: 'longKey' }),
    ...(value.trim() === '' && { value: 'value' }),
    ...(value.trim().length > MAX_TAG_VALUE && { value: 'longValue' }),
  };
}

/** Returns the tags with one added, replacing a tag with the same key. */
export function withTag(
  tags: Readonly<Record<string, string>>,
  { key, value }: TagDraft,
): Record<string, string> {
  return { ...tags, [key.trim()]: value.trim() };
}

/** Returns the tags without one. */
export function withoutTag(
  tags: Readonly<Record<string, string>>,
  key: string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== key));
}

/** Formats a tag: 'site=kiel', or its key alone. */
export function tagText(key: string, value: string): string {
  return value === '' ? key : `${key}=${value}`;
}
