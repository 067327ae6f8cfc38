import {
  BucketDocument,
  MAX_DOCUMENT_BYTES,
} from '@stowage/contract/schemas/bucket-admin/document';
import { jsonPlaces, type TextPlace } from '#web/lib/json/json-places.ts';

/** Why a file is not a settings document. */
export type SettingsFileError =
  | { readonly kind: 'tooLarge' | 'empty' | 'notDocument' | 'unreadable' }
  | { readonly kind: 'notJson'; readonly place: TextPlace }
  | { readonly kind: 'otherKind' | 'otherVersion'; readonly found: string }
  | { readonly kind: 'field'; readonly field: string };

export type DocumentReading =
  | { readonly document: BucketDocument }
  | { readonly error: SettingsFileError };

const { kind: Kind, version: Version } = BucketDocument.shape;
const longestFound = 60;

function parseJson(
  text: string,
): { readonly value: unknown } | { readonly error: SettingsFileError } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const place = jsonPlaces(text).errorPlace ?? { line: 1, column: 1 };
    return { error: { kind: 'notJson', place } };
  }
}

/** Shortens a value: the file may contain anything. */
export function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longestFound ? `${text.slice(0, longestFound)}…` : text;
}

type Issue = NonNullable<ReturnType<typeof BucketDocument.safeParse>['error']>['issues'][number];

/** Returns the field of an issue, such as 'settings.events[0].arn'. */
function fieldOf({ path, ...issue }: Issue): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...path, ...unknown].reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`;
    const name = shortly(String(part));
    return field === '' ? name : `${field}.${name}`;
  }, '');
}

/** Parses a settings document; returns the error for an invalid one. */
export function readDocument(text: string): DocumentReading {
  if (text.trim() === '') return { error: { kind: 'empty' } };
  const parsed = parseJson(text);
  if ('error' in parsed) return parsed;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('version' in value)) {
    return { error: { kind: 'notDocument' } };
  }
  if (!Kind.safeParse(value.kind).success) {
    return { error: { kind: 'otherKind', found: shortly(value.kind) } };
  }
  if (!Version.safeParse(value.version).success) {
    return { error: { kind: 'otherVersion', found: shortly(value.version) } };
  }
  const read = BucketDocument.safeParse(value);
  if (read.success) return { document: read.data };
  const [issue] = read.error.issues;
  return { error: { kind: 'field', field: issue === undefined ? '' : fieldOf(issue) } };
}

/** Reads a chosen file. One that is too large is not read at all. */
export async function readDocumentFile(file: Blob): Promise<DocumentReading> {
  if (file.size > MAX_DOCUMENT_BYTES) return { error: { kind: 'tooLarge' } };
  try {
    return readDocument(await file.text());
  } catch {
    // The file is gone, or the browser is not allowed to read it.
    return { error: { kind: 'unreadable' } };
  }
}
