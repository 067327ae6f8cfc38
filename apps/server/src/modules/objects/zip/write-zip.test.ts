import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeZip, type ZipEntry } from './write-zip.ts';

const GIB = 1024 ** 3;
const modified = new Date('2026-11-22T12:34:56Z');

async function* entriesOf(entries: Iterable<ZipEntry>) {
  yield* entries;
}

/** The last bytes of a zip, and its length. */
async function endOf(entries: AsyncIterable<ZipEntry>, kept: number) {
  let end: Buffer = Buffer.alloc(0);
  let length = 0;
  for await (const piece of writeZip(entries)) {
    length += piece.length;
    end = piece.length > kept ? piece : Buffer.concat([end, piece]).subarray(-kept);
  }
  return { end, length };
}

/** The zip64 end record of a zip, and the values in the classic one. */
function readEnd(end: Buffer) {
  const old = end.length - 22;
  expect(end.readUInt32LE(old)).toBe(0x0605_4b50);
  expect(end.readUInt32LE(old - 20)).toBe(0x0706_4b50);
  const large = old - 76;
  expect(end.readUInt32LE(large)).toBe(0x0606_4b50);
  return {
    oldEntries: end.readUInt16LE(old + 10),
    oldOffset: end.readUInt32LE(old + 16),
    entries: Number(end.readBigUInt64LE(large + 32)),
    length: Number(end.readBigUInt64LE(large + 40)),
    offset: Number(end.readBigUInt64LE(large + 48)),
  };
}

describe('a large zip', () => {
  it('may have more than 65,535 entries', async () => {
    const content = Buffer.from('x');
    const many = function* () {
      for (let n = 0; n < 70_000; n += 1) yield { name: `f/${n}`, modified, content };
    };
    const { end, length } = await endOf(entriesOf(many()), 200);
    const read = readEnd(end);
    expect(read).toMatchObject({ entries: 70_000, oldEntries: 0xffff });
    expect(read.offset + read.length + 98).toBe(length);
  });

  it('may hold an object over 4 GiB, and others behind it', async () => {
    const piece = Buffer.alloc(64 * 1024 * 1024, 'a');
    const pieces = 65;
    const size = pieces * piece.length;
    expect(size).toBeGreaterThan(4 * GIB);
    const chunks = async function* () {
      for (let n = 0; n < pieces; n += 1) yield piece;
    };
    const { end, length } = await endOf(
      entriesOf([
        { name: 'large', modified, content: { size, chunks: chunks() } },
        { name: 'small', modified, content: Buffer.from('behind') },
      ]),
      400,
    );
    const read = readEnd(end);
    expect(read).toMatchObject({ entries: 2, oldOffset: 0xffff_ffff });
    const record = end.subarray(read.offset - length);
    // The sizes are in the extra field of the first record, the offset in that of the second.
    expect(record.readUInt32LE(20)).toBe(0xffff_ffff);
    expect(Number(record.readBigUInt64LE(46 + 5 + 4))).toBe(size);
    const second = record.subarray(46 + 5 + 20 + 9);
    expect(second.readUInt32LE(0)).toBe(0x0201_4b50);
    expect(second.readUInt32LE(16)).toBe(crc32(Buffer.from('behind')));
    expect(second.readUInt32LE(20)).toBe(6);
    expect(second.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(Number(second.readBigUInt64LE(46 + 5 + 4))).toBeGreaterThan(size);
  });
});
