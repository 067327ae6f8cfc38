import type { ContentHolder } from '../changes/relocations.ts';
import { contentsOf, parseBlob } from '../changes/stored-object.ts';
import type { ContentOwner, OwnedContent } from '../content/blob-content.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { ContentsRow } from '../index/version-tables.ts';

/** Rows of the index read at a time, while requests wait. */
const PAGE = 250;

/** The last one seen on a walk over all contents. Open parts come first: they may become objects meanwhile. */
export type WalkCursor = ContentHolder;

/** A version or an open part, with the contents it has in files. */
export interface HeldContents {
  readonly holder: ContentHolder;
  readonly contents: readonly OwnedContent[];
}

export interface ContentsPage {
  readonly held: readonly HeldContents[];
  /** Of all of them. */
  readonly contents: readonly OwnedContent[];
  /** From where a walk goes on behind this page. */
  readonly cursor: WalkCursor;
}

const FIRST_PART: WalkCursor = { part: { upload: '', number: 0 } };
const FIRST_VERSION: WalkCursor = { version: { bucket: 0, key: '', ord: 0 } };

function heldBy({ bucket, key, ord, ...row }: ContentsRow): HeldContents {
  const owner = { bucket, key };
  const contents = contentsOf(row, row.size) ?? [];
  return {
    holder: { version: { bucket, key, ord } },
    contents: contents.map((content) => ({ ...content, owner })),
  };
}

function pageOf(held: readonly HeldContents[], end?: WalkCursor): ContentsPage | undefined {
  const cursor = held.at(-1)?.holder ?? end;
  return cursor && { held, contents: held.flatMap(({ contents }) => contents), cursor };
}

function nextPage(index: IndexDb, after: WalkCursor, limit: number): ContentsPage | undefined {
  if ('part' in after) {
    const rows = index.parts.page(after.part, limit);
    const held = rows.map(({ upload, number, size, blob, bucket, key }): HeldContents => {
      const owner = { bucket, key, upload, part: number };
      const contents = [{ blob: JSON.parse(blob), size, owner }];
      return { holder: { part: { upload, number } }, contents };
    });
    return pageOf(held, FIRST_VERSION);
  }
  return pageOf(index.versions.contents(after.version, limit).map(heldBy));
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

/** Bucket and key of a content, in words. */
export function titleOf(index: IndexDb, { bucket, key, upload, part }: ContentOwner): string {
  const name = `${index.buckets.get(bucket)?.name ?? bucket}/${key}`;
  return upload === undefined ? name : `part ${part} of an upload of ${name}`;
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
  const contents = (row && contentsOf(row, 0)) ?? [];
  return contents.find((content) => content.blob.id === blob)?.blob.slots ?? [];
}
