import { crc32 } from 'node:zlib';
import { blobPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { closeFile, OPEN_READ, openFile, readInto } from '../drives/raw-file.ts';
import type { BlobRef } from '../log/entries.ts';
import { BLOCK_SIZE, decodeBlobHead, decodeTrailer, trailerSize } from './blob-format.ts';

const READ_BLOCKS = 4;

/** An open copy, its block checksums read and checked. */
interface Source {
  readonly slot: number;
  readonly fd: number;
  readonly start: number;
  readonly size: number;
  readonly sums: Buffer;
}

export interface BlobContent {
  readonly blob: BlobRef;
  /** Bytes of the whole content. */
  readonly size: number;
}

/** Bytes that a content has in its file. */
export function storedSize({ blob, size }: BlobContent): number {
  return blob.length ?? size;
}

/** Called with the slot of a copy that is missing or damaged while its drive works. */
export type OnBadBlob = (content: BlobContent, slot: number) => void;

/** Reads content files. */
export class BlobReader {
  readonly #drives: DriveSet;
  readonly #onBad: OnBadBlob;

  constructor(drives: DriveSet, onBad: OnBadBlob) {
    this.#drives = drives;
    this.#onBad = onBad;
  }

  /**
   * Bytes [start, end) of a content, only the blocks that hold them, each checked
   * and taken from the other copy when it is bad. Fails with InternalError when no
   * copy is good.
   */
  async *read(
    content: BlobContent,
    bounds: { start: number; end: number },
  ): AsyncGenerator<Buffer> {
    const slots = [...this.#drives.toRead(content.blob.slots)];
    const end = Math.ceil(bounds.end / BLOCK_SIZE);
    let source: Source | undefined;
    let ahead: Promise<Buffer | undefined> | undefined;
    try {
      let at = bounds.start;
      while (at < bounds.end) {
        source ??= await this.#nextSource(content, slots);
        const first = Math.floor(at / BLOCK_SIZE);
        const bytes = await (ahead ??
          readBlocks(source, first, Math.min(first + READ_BLOCKS, end)));
        ahead = undefined;
        if (bytes) {
          const next = first + READ_BLOCKS;
          if (next < end) {
            // While these bytes are sent.
            ahead = readBlocks(source, next, Math.min(next + READ_BLOCKS, end));
          }
          const from = at - first * BLOCK_SIZE;
          const to = Math.min(bytes.length, bounds.end - first * BLOCK_SIZE);
          yield bytes.subarray(from, to);
          at += to - from;
        } else {
          this.#onBad(content, source.slot);
          await closeFile(source.fd);
          source = undefined;
        }
      }
    } finally {
      await ahead;
      if (source) {
        await closeFile(source.fd);
      }
    }
  }

  async #nextSource(content: BlobContent, slots: number[]): Promise<Source> {
    for (let slot = slots.shift(); slot !== undefined; slot = slots.shift()) {
      const source = await this.#open(content, slot);
      if (source) {
        return source;
      }
      if (this.#drives.online(slot)) {
        this.#onBad(content, slot);
      }
    }
    throw this.#drives.unreadable(content.blob.slots);
  }

  async #open(content: BlobContent, slot: number): Promise<Source | undefined> {
    const { blob } = content;
    const size = storedSize(content);
    const drive = this.#drives.readable(slot);
    if (!drive) {
      return undefined;
    }
    let fd: number | undefined;
    try {
      fd = await openFile(blobPath(drive, blob.id), OPEN_READ);
      const trailer = Buffer.alloc(trailerSize(size));
      const count = await readInto(fd, trailer, blob.start + size);
      const sums = count === trailer.length ? decodeTrailer(trailer) : undefined;
      if (sums) {
        return { slot, fd, start: blob.start, size, sums };
      }
    } catch {
      // Missing or unreadable: the caller goes on with the other copy and reports this one.
    }
    if (fd !== undefined) {
      await closeFile(fd);
    }
    return undefined;
  }

  /** Whether the copy in a slot is whole, from head to trailer. */
  async verify(content: BlobContent, slot: number): Promise<boolean> {
    const source = await this.#open(content, slot);
    if (!source) {
      return false;
    }
    try {
      const blocks = Math.ceil(source.size / BLOCK_SIZE);
      for (let first = 0; first < blocks; first += READ_BLOCKS) {
        if (!(await readBlocks(source, first, Math.min(first + READ_BLOCKS, blocks)))) {
          return false;
        }
      }
      const head = Buffer.alloc(content.blob.start);
      await readInto(source.fd, head, 0);
      return decodeBlobHead(head)?.label.id === content.blob.id;
    } finally {
      await closeFile(source.fd);
    }
  }
}

/** The blocks from `first` up to `end`, or undefined when one is not good. Never fails. */
async function readBlocks(source: Source, first: number, end: number): Promise<Buffer | undefined> {
  const from = first * BLOCK_SIZE;
  const bytes = Buffer.allocUnsafeSlow(Math.min(end * BLOCK_SIZE, source.size) - from);
  try {
    if ((await readInto(source.fd, bytes, source.start + from)) !== bytes.length) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  for (let block = first; block < end; block++) {
    const at = (block - first) * BLOCK_SIZE;
    const sum = crc32(bytes.subarray(at, at + BLOCK_SIZE));
    if (sum !== source.sums.readUInt32LE(block * 4)) {
      return undefined;
    }
  }
  return bytes;
}
