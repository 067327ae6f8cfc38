const polynomial = 0xed_b8_83_20;
/** Bytes processed per step. */
const slices = 16;

/**
 * Returns the checksums of every byte followed by 0 to 15 zero bytes, one table after the other.
 */
function makeTables(): Uint32Array {
  const tables = new Uint32Array(slices * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? polynomial : 0);
    tables[byte] = sum >>> 0;
  }
  for (let index = 256; index < tables.length; index += 1) {
    const before = tables[index - 256] ?? 0;
    tables[index] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

let madeTables: Uint32Array | undefined;

/**
 * Updates a checksum, initially 0, with more bytes; browsers have no CRC of their own, and no
 * WebCrypto over plain HTTP.
 */
export function addToCrc32(sum: number, bytes: Uint8Array): number {
  madeTables ??= makeTables();
  const tables = madeTables;
  const at = (slice: number, byte: number) => tables[(slice << 8) | (byte & 0xff)] as number;
  let crc = ~sum;
  let index = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const end = bytes.length - slices; index <= end; index += slices) {
    const a = view.getInt32(index, true) ^ crc;
    const b = view.getInt32(index + 4, true);
    const c = view.getInt32(index + 8, true);
    const d = view.getInt32(index + 12, true);
    crc =
      at(15, a) ^
      at(14, a >>> 8) ^
      at(13, a >>> 16) ^
      at(12, a >>> 24) ^
      at(11, b) ^
      at(10, b >>> 8) ^
      at(9, b >>> 16) ^
      at(8, b >>> 24) ^
      at(7, c) ^
      at(6, c >>> 8) ^
      at(5, c >>> 16) ^
      at(4, c >>> 24) ^
      at(3, d) ^
      at(2, d >>> 8) ^
      at(1, d >>> 16) ^
      at(0, d >>> 24);
  }
  for (; index < bytes.length; index += 1) {
    crc = (crc >>> 8) ^ at(0, crc ^ (bytes[index] as number));
  }
  return ~crc >>> 0;
}

/** Returns the CRC32 of a file part in S3's format: big-endian in base64. Reads it in chunks. */
export async function crc32Of(part: Blob, signal: AbortSignal): Promise<string> {
  const reader = part.stream().getReader();
  let sum = 0;
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) break;
    sum = addToCrc32(sum, value);
  }
  return btoa(String.fromCharCode(sum >>> 24, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff));
}
