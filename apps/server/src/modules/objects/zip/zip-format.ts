/**
 * The records of a zip (APPNOTE 6.3): stored without compression, names in UTF-8, zip64 where
 * needed.
 */

const VERSION = 45;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Checksum and sizes follow the content. */
const FOLLOWED = 0x0008;
const LAST_32 = 0xffff_ffff;
const LAST_16 = 0xffff;
/** Made on Unix: the attributes contain a Unix mode. */
const MADE_BY = (3 << 8) | VERSION;
const FILE_MODE = 0o100_644;
const FOLDER_MODE = 0o040_755;

/** The data for an entry's local header. */
export interface EntryHead {
  /** In UTF-8; a folder's name ends in a slash. */
  readonly name: Buffer;
  readonly modified: Date;
  /** Checksum and size if known in advance; otherwise they follow the content. */
  readonly content?: EntryContent;
  /** The maximum size of the content in bytes. */
  readonly limit: number;
}

/** The actual checksum and size of an entry's content. */
export interface EntryContent {
  readonly crc: number;
  readonly size: number;
}

/**
 * Seconds since 1970, whereas the classic time field has a two-second resolution and no time zone.
 */
function timeExtra(modified: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  const seconds = Math.floor(modified.getTime() / 1000) || 0;
  extra.writeInt32LE(Math.max(0, Math.min(seconds, 0x7fff_ffff)), 5);
  return extra;
}

function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  }
  return extra;
}

/** MS-DOS date and time, from 1980 to 2107. */
function dosTime(modified: Date): number {
  const year = modified.getUTCFullYear();
  if (!(year >= 1980)) return (1 << 21) | (1 << 16);
  const date =
    (Math.min(year, 2107) - 1980) * 512 + (modified.getUTCMonth() + 1) * 32 + modified.getUTCDate();
  const time =
    (modified.getUTCHours() << 11) |
    (modified.getUTCMinutes() << 5) |
    (modified.getUTCSeconds() >> 1);
  return date * 65_536 + time;
}

/** Whether the entry's sizes are written with eight bytes. */
function isLarge({ limit }: EntryHead): boolean {
  return limit >= LAST_32;
}

/** The local header before the content of an entry. */
export function localHeader(head: EntryHead): Buffer {
  const { name, modified, content } = head;
  const large = isLarge(head);
  const extra = Buffer.concat([
    large ? zip64Extra([content?.size ?? 0, content?.size ?? 0]) : Buffer.alloc(0),
    timeExtra(modified),
  ]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(content ? UTF8 : UTF8 | FOLLOWED, 6);
  header.writeUInt32LE(dosTime(modified), 10);
  header.writeUInt32LE(content?.crc ?? 0, 14);
  const size = large ? LAST_32 : (content?.size ?? 0);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** The data descriptor after the content of an entry whose size was unknown. */
export function dataDescriptor(head: EntryHead, { crc, size }: EntryContent): Buffer {
  const descriptor = Buffer.alloc(isLarge(head) ? 24 : 16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge(head)) {
    descriptor.writeBigUInt64LE(BigInt(size), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(size, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

/** The record of an entry in the central directory. `offset`: where its local header starts. */
export function directoryRecord(head: EntryHead, content: EntryContent, offset: number): Buffer {
  const { name, modified } = head;
  const { crc, size } = content;
  const large = isLarge(head);
  const values = [...(large ? [size, size] : []), ...(offset >= LAST_32 ? [offset] : [])];
  const extra = Buffer.concat([zip64Extra(values), timeExtra(modified)]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(head.content ? UTF8 : UTF8 | FOLLOWED, 8);
  record.writeUInt32LE(dosTime(modified), 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(large ? LAST_32 : size, 20);
  record.writeUInt32LE(large ? LAST_32 : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  const isFolder = name.at(-1) === 0x2f;
  record.writeUInt32LE((isFolder ? FOLDER_MODE : FILE_MODE) * 65_536 + (isFolder ? 0x10 : 0), 38);
  record.writeUInt32LE(Math.min(offset, LAST_32), 42);
  return Buffer.concat([record, name, extra]);
}

/** The end records: where the directory starts, its length and its number of entries. */
export function endRecords(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, LAST_16), 8);
  end.writeUInt16LE(Math.min(entries, LAST_16), 10);
  end.writeUInt32LE(Math.min(length, LAST_32), 12);
  end.writeUInt32LE(Math.min(offset, LAST_32), 16);
  const fits = entries < LAST_16 && length < LAST_32 && offset < LAST_32;
  return fits ? end : Buffer.concat([largeEnd(entries, length, offset), end]);
}

function largeEnd(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(VERSION, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // The position of this record, for readers that start at the end.
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
