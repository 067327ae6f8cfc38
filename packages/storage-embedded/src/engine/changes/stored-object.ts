import type { BlobContent } from '../content/blob-content.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { BlobRef, StoredPartRef } from '../log/entries.ts';
import { parsePartsText } from '../log/parts-text.ts';
import type { Place } from '../log/place.ts';
import type { ObjectTiering } from '../tiering.ts';
import type { ObjectAttributes, StoredObject } from '../types.ts';

/** Where the content is; travels with the object and is kept when the object is copied. */
export const CONTENT = Symbol('content');

export interface ContentPlace extends Place {
  readonly sequence: number;
  /** Unique among the contents of the key. */
  readonly ord: number;
  readonly blob: string | null;
  readonly parts: string | null;
}

export type LocatedObject = StoredObject & { readonly [CONTENT]?: ContentPlace };

const NULL_VERSION = 'null';
const MAX_CACHED = 2000;
const MAX_CACHED_LENGTH = 512;

/** Objects tend to share a few sets of attributes, so parsed ones are cached, frozen. */
const parsed = new Map<string, ObjectAttributes>();

export function parseAttributes(text: string): ObjectAttributes {
  const known = parsed.get(text);
  if (known) {
    return known;
  }
  const attributes: ObjectAttributes = Object.freeze(JSON.parse(text));
  // Never shared: encrypted objects have their own key, replicated ones a number, tiered ones a
  // place.
  const isOwn = attributes.encryption ?? attributes.replication ?? attributes.tiering;
  if (text.length <= MAX_CACHED_LENGTH && !isOwn) {
    if (parsed.size >= MAX_CACHED) {
      parsed.clear();
    }
    parsed.set(text, attributes);
  }
  return attributes;
}

export function outerVersion(version: string): string {
  return version === '' ? NULL_VERSION : version;
}

export function innerVersion(versionId: string): string {
  return versionId === NULL_VERSION ? '' : versionId;
}

export function parseBlob(text: string | null): BlobRef | undefined {
  return text === null ? undefined : JSON.parse(text);
}

/** Cache of part lists, which are slow to parse; small, since each may have ten thousand parts. */
const manifests = new Map<string, Manifest>();
const MAX_MANIFESTS = 8;
const LONG_MANIFEST = 16 * 1024;

interface Manifest {
  readonly parts: readonly StoredPartRef[];
  readonly shown: NonNullable<StoredObject['parts']>;
}

/**
 * Returns the parts of a row, which must not be modified. They are cached because every range
 * request for a large object needs them.
 */
function manifestOf(text: string): Manifest {
  const known = manifests.get(text);
  if (known) {
    return known;
  }
  const parts = parsePartsText(text);
  const manifest = { parts, shown: publicParts(parts) };
  if (text.length >= LONG_MANIFEST) {
    const [oldest] = manifests.keys();
    if (oldest !== undefined && manifests.size >= MAX_MANIFESTS) {
      manifests.delete(oldest);
    }
    manifests.set(text, manifest);
  }
  return manifest;
}

export function parseParts(text: string | null): readonly StoredPartRef[] | undefined {
  return text === null ? undefined : manifestOf(text).parts;
}

/**
 * Returns the files of a content, each with the number of bytes it holds; undefined if the content
 * is in the log.
 */
export function contentsOf(
  { blob, parts }: { readonly blob: string | null; readonly parts: string | null },
  size: number,
): readonly BlobContent[] | undefined {
  const whole = parseBlob(blob);
  return whole ? [{ blob: whole, size }] : parseParts(parts)?.flatMap(contentOf);
}

function contentOf({ blob, size }: StoredPartRef): readonly BlobContent[] {
  return blob ? [{ blob, size }] : [];
}

/** Returns where a version's content is, if it is in a tier and not local. */
export function remoteOf({
  tiering,
}: Pick<ObjectAttributes, 'tiering'>): ObjectTiering | undefined {
  return tiering?.restoredUntil === undefined ? tiering : undefined;
}

/** Whether the row's content is stored inline, in its log record. */
export function isInline(row: VersionRow): boolean {
  return (
    row.marker === 0 &&
    row.blob === null &&
    row.parts === null &&
    remoteOf(parseAttributes(row.attributes)) === undefined
  );
}

/** Returns the object of a row as callers see it. `withParts` false omits the part list. */
export function toStoredObject(
  row: VersionRow,
  from: { bucket: string; isLatest: boolean; withParts: boolean },
): LocatedObject {
  const { segment, offset, length, sequence, ord, blob, parts } = row;
  const a = parseAttributes(row.attributes);
  const object: LocatedObject = {
    contentType: a.contentType,
    headers: a.headers,
    metadata: a.metadata,
    tags: a.tags,
    storageClass: a.storageClass,
    ...(a.retention ? { retention: a.retention } : undefined),
    ...(a.legalHold === undefined ? undefined : { legalHold: a.legalHold }),
    ...(a.encryption ? { encryption: a.encryption } : undefined),
    ...(a.compression ? { compression: a.compression } : undefined),
    ...(a.replication ? { replication: a.replication } : undefined),
    ...(a.tiering ? { tiering: a.tiering } : undefined),
    bucket: from.bucket,
    key: row.key,
    versionId: outerVersion(row.version),
    isLatest: from.isLatest,
    isDeleteMarker: row.marker !== 0,
    size: row.size,
    etag: row.etag,
    modifiedAt: row.modified,
    ...(row.checksum ? { checksum: JSON.parse(row.checksum) } : undefined),
    ...(from.withParts && parts ? { parts: manifestOf(parts).shown } : undefined),
    [CONTENT]: { segment, offset, length, sequence, ord, blob, parts },
  };
  return object;
}

/** Returns the parts without the locations of their contents. */
export function publicParts(parts: readonly StoredPartRef[]): NonNullable<StoredObject['parts']> {
  return parts.map(({ blob, ...part }) =>
    blob?.length === undefined ? part : { ...part, length: blob.length },
  );
}
