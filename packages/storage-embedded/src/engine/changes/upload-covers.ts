import type { IndexDb } from '../index/index-db.ts';
import type { UploadRow } from '../index/register-tables.ts';
import { type Covers, joinCovers } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';

/** What the record that ends an upload must cover: the records of the upload and of its parts. */
export function coversOfUpload(index: IndexDb, upload: UploadRow): Covers {
  let covers = coversOf(upload);
  for (const { first, last } of index.parts.spans(upload.id)) {
    covers = joinCovers(covers, [first, last]) ?? covers;
  }
  return covers;
}
