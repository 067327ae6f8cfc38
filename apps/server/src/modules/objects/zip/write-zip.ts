import { crc32 } from 'node:zlib';
import {
  dataDescriptor,
  directoryRecord,
  type EntryContent,
  type EntryHead,
  endRecords,
  localHeader,
} from './zip-format.ts';

/** A file or a folder of a zip. */
export interface ZipEntry {
  /** With slashes between folders; a folder's path ends in one. */
  readonly name: string;
  readonly modified: Date;
  /** The content, or a function that returns it, at most `size` bytes. A folder has none. */
  readonly content?: Buffer | { readonly size: number; readonly chunks: AsyncIterable<Buffer> };
}

const SLAB = 64 * 1024;

/** The directory under construction: about 75 bytes plus the name for each entry. */
class Directory {
  readonly #full: Buffer[] = [];
  #slab = Buffer.allocUnsafe(SLAB);
  #used = 0;
  #entries = 0;
  #length = 0;

  add(record: Buffer): void {
    if (this.#used + record.length > SLAB) {
      this.#full.push(this.#slab.subarray(0, this.#used));
      this.#slab = Buffer.allocUnsafe(SLAB);
      this.#used = 0;
    }
    record.copy(this.#slab, this.#used);
    this.#used += record.length;
    this.#entries += 1;
    this.#length += record.length;
  }

  /** Yields the directory and the end records. `offset`: where the directory starts. */
  *end(offset: number): Generator<Buffer, void> {
    yield* this.#full;
    yield this.#slab.subarray(0, this.#used);
    yield endRecords(this.#entries, this.#length, offset);
  }
}

/**
 * Streams a zip without compression as its entries arrive; only its directory is kept in memory.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const directory = new Directory();
  let offset = 0;
  for await (const entry of entries) {
    const begin = offset;
    const head = headOf(entry);
    const pieces = writeEntry(entry, head);
    let piece = await pieces.next();
    while (!piece.done) {
      offset += piece.value.length;
      yield piece.value;
      piece = await pieces.next();
    }
    directory.add(directoryRecord(head, piece.value, begin));
  }
  yield* directory.end(offset);
}

function headOf({ name, modified, content }: ZipEntry): EntryHead {
  const base = { name: Buffer.from(name), modified };
  if (content === undefined) return { ...base, content: { crc: 0, size: 0 }, limit: 0 };
  if (!Buffer.isBuffer(content)) return { ...base, limit: content.size };
  const { length } = content;
  return { ...base, content: { crc: crc32(content), size: length }, limit: length };
}

async function* writeEntry(
  { content }: ZipEntry,
  head: EntryHead,
): AsyncGenerator<Buffer, EntryContent> {
  if (head.content !== undefined) {
    const bytes = Buffer.isBuffer(content) ? [content] : [];
    yield Buffer.concat([localHeader(head), ...bytes]);
    return head.content;
  }
  yield localHeader(head);
  let crc = 0;
  let size = 0;
  if (content !== undefined && !Buffer.isBuffer(content)) {
    for await (const chunk of content.chunks) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  }
  const written = { crc, size };
  yield dataDescriptor(head, written);
  return written;
}
