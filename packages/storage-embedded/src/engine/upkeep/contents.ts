import type { ContentHolder } from '../changes/relocations.ts';
import { contentsOf, parseBlob } from '../changes/stored-object.ts';
import type { ContentOwner, OwnedContent } from '../content/blob-content.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { ContentsRow } from '../index/version-tables.ts';

/** Index rows read at a time while requests wait. */
const PAGE = 250;

/**
 * The last holder seen in a walk over all contents. Open parts come first, since they may become
 * objects during the walk.
 */
export type WalkCursor = ContentHolder;

/** A version or open part and its contents in files. */
export interface HeldContents {
  readonly holder: ContentHolder;
  readonly contents: readonly OwnedContent[];
}

export interface ContentsPage {
  readonly held: readonly HeldContents[];
  /** The contents of all holders on the page. */
  readonly contents: readonly OwnedContent[];
  /** Where the walk continues after this page. */
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
 * Pages through all contents kept in files: those of versions and of parts of open uploads.
 * Contents written during the walk may be missing.
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

/** Describes a content by bucket and key. */
export function titleOf(index: IndexDb, { bucket, key, upload, part }: ContentOwner): string {
  const name = `${index.buckets.get(bucket)?.name ?? bucket}/${key}`;
  return upload === undefined ? name : `part ${part} of an upload of ${name}`;
}

/**
 * Returns the slots of the drives that hold a content, according to the index; empty if it is no
 * longer referenced.
 */
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
