import type { ObjectEntry, StoredPartRef } from './entries.ts';

/** Texts of lists that may have ten thousand parts: they go into the record and into the index. */
const texts = new WeakMap<readonly StoredPartRef[], string>();

/** The JSON of a list of parts, which is not changed any more. */
export function partsText(parts: readonly StoredPartRef[]): string {
  const known = texts.get(parts);
  if (known !== undefined) {
    return known;
  }
  const text = JSON.stringify(parts);
  texts.set(parts, text);
  return text;
}

/** Parses a list of parts and remembers its text. */
export function parsePartsText(text: string): readonly StoredPartRef[] {
  const parts: readonly StoredPartRef[] = JSON.parse(text);
  texts.set(parts, text);
  return parts;
}

/** The JSON of an entry with parts; undefined for others, for which there is nothing to spare. */
export function entryText({ parts, ...rest }: ObjectEntry): { readonly text?: string } {
  return parts ? { text: `${JSON.stringify(rest).slice(0, -1)},"parts":${partsText(parts)}}` } : {};
}
