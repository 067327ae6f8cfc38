import { crc32 } from 'node:zlib';

/**
 * A record of the log on disk, little-endian, at a multiple of 8 bytes:
 *
 *   0  magic        4  CRC32 of bytes 8 to the end of the header
 *   8  sequence     16 type, 17 flags, 18 zero
 *   20 header size  24 data size  28 CRC32 of the data
 *   32 header (JSON), data, zeros up to a multiple of 8
 */
export const FIXED_SIZE = 32;
const MAGIC = 0x524c5753;
const FLAG_MORE = 1;
const MAX_HEADER = 32 * 1024 * 1024;
const MAX_DATA = 16 * 1024 * 1024;
const TWO_32 = 0x1_0000_0000;

export const RECORD_TYPE = {
  segment: 1,
  drop: 2,
  bucket: 3,
  bucketDelete: 4,
  object: 5,
  objectDelete: 6,
  upload: 7,
  part: 8,
  uploadEnd: 9,
  document: 10,
} as const;

const KNOWN_TYPES: ReadonlySet<number> = new Set(Object.values(RECORD_TYPE));

/** Whether this version supports the record type. */
export function isKnownType(type: number): boolean {
  return KNOWN_TYPES.has(type);
}

/** The fixed part of a record, decoded. */
export interface RecordHead {
  readonly sequence: number;
  readonly type: number;
  /** Set if the record is only valid together with the next one. */
  readonly more: boolean;
  readonly headerCrc: number;
  readonly headerSize: number;
  readonly dataSize: number;
  readonly dataCrc: number;
  /** Bytes on disk, including padding. */
  readonly length: number;
}

/** Input for one record. */
export interface RecordDraft {
  readonly sequence: number;
  readonly type: number;
  readonly more: boolean;
  /** Header JSON. */
  readonly header: string;
  readonly data: Uint8Array | undefined;
}

function recordLength(headerSize: number, dataSize: number): number {
  return (FIXED_SIZE + headerSize + dataSize + 7) & ~7;
}

/** Upper bound of a draft's size on disk. */
export function draftBound(draft: RecordDraft): number {
  return recordLength(draft.header.length * 3, draft.data?.length ?? 0);
}

/**
 * Encodes the draft at offset `at` of `out`, which has room for `draftBound`. Returns the number of
 * bytes used.
 */
export function encodeRecord(draft: RecordDraft, out: Buffer, at: number): number {
  const headerSize = out.write(draft.header, at + FIXED_SIZE, 'utf8');
  const dataAt = at + FIXED_SIZE + headerSize;
  const dataSize = draft.data?.length ?? 0;
  if (draft.data) {
    out.set(draft.data, dataAt);
  }
  const length = recordLength(headerSize, dataSize);
  out.fill(0, dataAt + dataSize, at + length);
  out.writeUInt32LE(MAGIC, at);
  out.writeUInt32LE(draft.sequence % TWO_32, at + 8);
  out.writeUInt32LE(Math.floor(draft.sequence / TWO_32), at + 12);
  out.writeUInt32LE(draft.type | (draft.more ? FLAG_MORE << 8 : 0), at + 16);
  out.writeUInt32LE(headerSize, at + 20);
  out.writeUInt32LE(dataSize, at + 24);
  out.writeUInt32LE(draft.data ? crc32(draft.data) : 0, at + 28);
  out.writeUInt32LE(crc32(out.subarray(at + 8, dataAt)), at + 4);
  return length;
}

/**
 * Decodes the fixed part at `at`; undefined if no record starts there. Checks only the shape: see
 * `headerIsWhole` and `dataIsWhole`.
 */
export function decodeHead(bytes: Buffer, at: number): RecordHead | undefined {
  if (bytes.length - at < FIXED_SIZE || bytes.readUInt32LE(at) !== MAGIC) {
    return undefined;
  }
  const headerSize = bytes.readUInt32LE(at + 20);
  const dataSize = bytes.readUInt32LE(at + 24);
  if (headerSize > MAX_HEADER || dataSize > MAX_DATA) {
    return undefined;
  }
  const flags = bytes.readUInt8(at + 17);
  return {
    sequence: bytes.readUInt32LE(at + 12) * TWO_32 + bytes.readUInt32LE(at + 8),
    type: bytes.readUInt8(at + 16),
    more: (flags & FLAG_MORE) !== 0,
    headerCrc: bytes.readUInt32LE(at + 4),
    headerSize,
    dataSize,
    dataCrc: bytes.readUInt32LE(at + 28),
    length: recordLength(headerSize, dataSize),
  };
}

/** Whether the header of the record at `at` is completely in `bytes` and matches its checksum. */
export function headerIsWhole(bytes: Buffer, at: number, head: RecordHead): boolean {
  const end = at + FIXED_SIZE + head.headerSize;
  return end <= bytes.length && crc32(bytes.subarray(at + 8, end)) === head.headerCrc;
}

/** Whether the data of the record at `at` is completely in `bytes` and matches its checksum. */
export function dataIsWhole(bytes: Buffer, at: number, head: RecordHead): boolean {
  const start = at + FIXED_SIZE + head.headerSize;
  const end = start + head.dataSize;
  if (end > bytes.length) {
    return false;
  }
  return head.dataSize === 0 || crc32(bytes.subarray(start, end)) === head.dataCrc;
}

/** Returns the header JSON of a whole record. */
export function headerText(bytes: Buffer, at: number, head: RecordHead): string {
  return bytes.toString('utf8', at + FIXED_SIZE, at + FIXED_SIZE + head.headerSize);
}

/** Returns the data of a whole record, without copying. */
export function recordData(bytes: Buffer, at: number, head: RecordHead): Buffer {
  const start = at + FIXED_SIZE + head.headerSize;
  return bytes.subarray(start, start + head.dataSize);
}

/** Sequence number and place of a record; undefined if it is not whole. */
export function decodeWhole(bytes: Buffer, at: number): RecordHead | undefined {
  const head = decodeHead(bytes, at);
  if (!head || !headerIsWhole(bytes, at, head) || !dataIsWhole(bytes, at, head)) {
    return undefined;
  }
  return at + head.length <= bytes.length ? head : undefined;
}
