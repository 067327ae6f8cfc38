import { crc32 } from 'node:zlib';

/**
 * A content file: head (fixed part and JSON, padded to a multiple of 4 KiB), the content, then the
 * trailer: one CRC32 per block and a CRC32 over those.
 *
 * 0 magic  4 size of the head  8 size of the JSON  12 CRC32 of the JSON  16 JSON
 */
export const BLOCK_SIZE = 256 * 1024;
const MAGIC = 0x424c5753;
const FIXED = 16;
const ALIGN = 4096;

/** The label of a content file, which identifies its content without an index. */
export interface BlobLabel {
  readonly id: string;
  readonly bucket: string;
  readonly bucketId: number;
  readonly key: string;
  readonly upload?: string;
  readonly part?: number;
  readonly createdAt: number;
  readonly attributes?: unknown;
}

export function encodeBlobHead(label: BlobLabel): Buffer {
  const json = Buffer.from(JSON.stringify(label));
  const size = Math.ceil((FIXED + json.length) / ALIGN) * ALIGN;
  const head = Buffer.alloc(size);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(size, 4);
  head.writeUInt32LE(json.length, 8);
  head.writeUInt32LE(crc32(json), 12);
  json.copy(head, FIXED);
  return head;
}

/**
 * Decodes the label from a content file's first bytes; undefined if they are damaged or too few.
 */
export function decodeBlobHead(bytes: Buffer): { label: BlobLabel; size: number } | undefined {
  if (bytes.length < FIXED || bytes.readUInt32LE(0) !== MAGIC) {
    return undefined;
  }
  const json = bytes.subarray(FIXED, FIXED + bytes.readUInt32LE(8));
  if (json.length !== bytes.readUInt32LE(8) || crc32(json) !== bytes.readUInt32LE(12)) {
    return undefined;
  }
  return { label: JSON.parse(json.toString('utf8')), size: bytes.readUInt32LE(4) };
}

/** Computes the block checksums of a content as it streams past. */
export class BlockSums {
  readonly #sums: number[] = [];
  #running = 0;
  #filled = 0;

  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const take = Math.min(BLOCK_SIZE - this.#filled, bytes.length - at);
      this.#running = crc32(bytes.subarray(at, at + take), this.#running);
      this.#filled += take;
      at += take;
      if (this.#filled === BLOCK_SIZE) {
        this.#end();
      }
    }
  }

  #end(): void {
    this.#sums.push(this.#running);
    this.#running = 0;
    this.#filled = 0;
  }

  trailer(): Buffer {
    if (this.#filled > 0) {
      this.#end();
    }
    const bytes = Buffer.alloc(this.#sums.length * 4 + 4);
    for (const [i, sum] of this.#sums.entries()) {
      bytes.writeUInt32LE(sum, i * 4);
    }
    bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
    return bytes;
  }
}

export function trailerSize(contentSize: number): number {
  return Math.ceil(contentSize / BLOCK_SIZE) * 4 + 4;
}

/** Returns the block checksums in a trailer, or undefined if it is damaged. */
export function decodeTrailer(bytes: Buffer): Buffer | undefined {
  const sums = bytes.subarray(0, -4);
  return crc32(sums) === bytes.readUInt32LE(bytes.length - 4) ? sums : undefined;
}
