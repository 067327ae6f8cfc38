import type { IndexDb } from '../index/index-db.ts';
import type { PartRow } from '../index/register-tables.ts';
import type { ContentsCursor } from '../index/version-tables.ts';
import type { Mutation, PlannedRecord } from '../log/batch.ts';
import type { BlobRef, ObjectEntry, PartEntry } from '../log/entries.ts';
import { entryText } from '../log/parts-text.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import { bucketName, objectName, partName, uploadName } from './names.ts';
import { entryOf } from './object-entries.ts';
import { parseAttributes } from './stored-object.ts';

/** The new slots of relocated contents, by file id. */
export type NewSlots = ReadonlyMap<string, readonly number[]>;

/** A holder of content: a version of an object, or a part of an open upload. */
export type ContentHolder =
  | { readonly version: ContentsCursor }
  | { readonly part: { readonly upload: string; readonly number: number } };

/** Makes content records name different drives. Observers are not told. */
export class RelocationPlans {
  readonly #index: IndexDb;

  constructor(index: IndexDb) {
    this.#index = index;
  }

  /**
   * Moves the content of a holder. The result is whether the holder still exists; if not, nothing
   * changes.
   *
   * @param bucket the bucket's number
   */
  move(
    holder: ContentHolder,
    { bucket, key }: { bucket: number; key: string },
    slots: NewSlots,
  ): Mutation<boolean> {
    const name = this.#index.buckets.get(bucket)?.name ?? '';
    const isPart = 'part' in holder;
    const own = isPart ? partName(holder.part.upload, holder.part.number) : objectName(name, key);
    return {
      excludes: [own],
      shares: [bucketName(name), ...(isPart ? [uploadName(holder.part.upload)] : [])],
      size: 0,
      plan: (next) => {
        const draft = isPart
          ? this.#part(holder.part, slots)
          : this.#version(holder.version, slots);
        return draft
          ? { records: [{ ...draft, sequence: next() }], result: true }
          : { records: [], result: false };
      },
    };
  }

  #version(
    { bucket, key, ord }: ContentsCursor,
    slots: NewSlots,
  ): Omit<PlannedRecord, 'sequence'> | undefined {
    const row = this.#index.versions.byOrder(bucket, key, ord);
    const former = row && entryOf(row, parseAttributes(row.attributes));
    if (!former || !refersTo(former, slots)) {
      return undefined;
    }
    const { blob, parts } = former;
    const entry: ObjectEntry = {
      ...former,
      ...(blob ? { blob: moved(blob, slots) } : undefined),
      ...(parts
        ? {
            parts: parts.map((part) =>
              part.blob ? { ...part, blob: moved(part.blob, slots) } : part,
            ),
          }
        : undefined),
    };
    return { type: RECORD_TYPE.object, entry, ...entryText(entry) };
  }

  #part(
    { upload, number }: { upload: string; number: number },
    slots: NewSlots,
  ): Omit<PlannedRecord, 'sequence'> | undefined {
    const row = this.#index.parts.get(upload, number);
    const blob: BlobRef | undefined = row && JSON.parse(row.blob);
    return row && blob && slots.has(blob.id)
      ? { type: RECORD_TYPE.part, entry: partEntry(row, moved(blob, slots)) }
      : undefined;
  }
}

function refersTo({ blob, parts = [] }: ObjectEntry, slots: NewSlots): boolean {
  return [blob, ...parts.map((part) => part.blob)].some((ref) => ref && slots.has(ref.id));
}

function moved(blob: BlobRef, slots: NewSlots): BlobRef {
  const now = slots.get(blob.id);
  return now ? { ...blob, slots: now } : blob;
}

function partEntry(row: PartRow, blob: BlobRef): PartEntry {
  const { upload, number, size, etag, modified: modifiedAt, checksum } = row;
  return {
    ...{ upload, number, size, etag, modifiedAt, blob },
    ...(checksum ? { checksum: JSON.parse(checksum) } : undefined),
    covers: coversOf(row),
  };
}
