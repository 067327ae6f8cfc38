import type { IndexDb } from '../index/index-db.ts';
import type { UploadRow } from '../index/register-tables.ts';
import { type Covers, joinCovers } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';

const ALL_PARTS = 1_000_000;

/** What the record that ends an upload has to cover: the upload's record and those of its parts. */
export function coversOfUpload(index: IndexDb, upload: UploadRow): Covers {
  let covers = coversOf(upload);
  for (const part of index.parts.list(upload.id, 0, ALL_PARTS)) {
    covers = joinCovers(covers, coversOf(part)) ?? covers;
  }
  return covers;
}
