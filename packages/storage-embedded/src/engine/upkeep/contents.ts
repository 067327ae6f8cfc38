import { parseBlob, parseParts } from '../changes/stored-object.ts';
import type { ContentOwner, OwnedContent } from '../content/blob-content.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { ContentsCursor, ContentsRow } from '../index/version-tables.ts';

/** Rows of the index read at a time, while requests wait. */
const PAGE = 250;

/** The last one seen on a walk over all contents. Open parts come first: they may become objects meanwhile. */
export type WalkCursor =
  | { readonly part: { readonly upload: string; readonly number: number } }
  | { readonly version: ContentsCursor };

export interface ContentsPage {
  readonly contents: readonly OwnedContent[];
  /** From where a walk goes on behind this page. */
  readonly cursor: WalkCursor;
}

const FIRST_PART: WalkCursor = { part: { upload: '', number: 0 } };
const FIRST_VERSION: WalkCursor = { version: { bucket: 0, key: '', ord: 0 } };

function contentsOf(row: ContentsRow): readonly OwnedContent[] {
  const owner = { bucket: row.bucket, key: row.key };
  const blob = parseBlob(row.blob);
  const contents = blob ? [{ blob, size: row.size }] : (parseParts(row.parts) ?? []);
  return contents.map((content) => ({ blob: content.blob, size: content.size, owner }));
}

function nextPage(index: IndexDb, after: WalkCursor, limit: number): ContentsPage | undefined {
  if ('part' in after) {
    const rows = index.parts.page(after.part, limit);
    const last = rows.at(-1);
    const contents = rows.map(({ upload, number, size, blob, bucket, key }): OwnedContent => {
      return { blob: JSON.parse(blob), size, owner: { bucket, key, upload, part: number } };
    });
    const part = last && { upload: last.upload, number: last.number };
    return { contents, cursor: part ? { part } : FIRST_VERSION };
  }
  const rows = index.versions.contents(after.version, limit);
  const last = rows.at(-1);
  if (!last) {
    return undefined;
  }
  const { bucket, key, ord } = last;
  return { contents: rows.flatMap(contentsOf), cursor: { version: { bucket, key, ord } } };
}

/**
 * All contents that are kept in files, a page at a time: those of versions and of the
 * parts of open uploads. What is written meanwhile may be left out.
 */
export function* contentPages(
  index: IndexDb,
  after: WalkCursor = FIRST_PART,
  limit = PAGE,
): Generator<ContentsPage> {
  for (let page = nextPage(index, after, limit); page; ) {
    yield page;
    page = nextPage(index, page.cursor, limit);
  }
}

/** The slots of the drives that keep a content, as the index says; none when nothing refers to it. */
export function slotsOf(index: IndexDb, owner: ContentOwner, blob: string): readonly number[] {
  const { bucket, key, upload, part } = owner;
  if (upload !== undefined && part !== undefined) {
    const ref = parseBlob(index.parts.get(upload, part)?.blob ?? null);
    if (ref?.id === blob) {
      return ref.slots;
    }
  }
  const row = index.versions.referring(bucket, key, blob);
  const refs = row
    ? [parseBlob(row.blob), ...(parseParts(row.parts) ?? []).map((p) => p.blob)]
    : [];
  return refs.find((ref) => ref?.id === blob)?.slots ?? [];
}
