import type { ObjectEntry, StoredPartRef } from './entries.ts';

/**
 * Caches JSON texts of part lists with up to ten thousand parts, which go into both the record and
 * the index.
 */
const texts = new WeakMap<readonly StoredPartRef[], string>();

/** Returns the JSON of a part list that will not change any more. */
export function partsText(parts: readonly StoredPartRef[]): string {
  const known = texts.get(parts);
  if (known !== undefined) {
    return known;
  }
  const text = JSON.stringify(parts);
  texts.set(parts, text);
  return text;
}

/** Parses a part list and caches its text. */
export function parsePartsText(text: string): readonly StoredPartRef[] {
  const parts: readonly StoredPartRef[] = JSON.parse(text);
  texts.set(parts, text);
  return parts;
}

/**
 * Returns the JSON of an entry with parts; undefined for others, where caching would gain nothing.
 */
export function entryText({ parts, ...rest }: ObjectEntry): { readonly text?: string } {
  return parts ? { text: `${JSON.stringify(rest).slice(0, -1)},"parts":${partsText(parts)}}` } : {};
}
