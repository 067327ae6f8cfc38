import { crc32 } from 'node:zlib';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;

/**
 * Reads the names and contents of a small uncompressed zip through its directory, as programs do.
 * Throws if a checksum or a length is wrong.
 */
export function readZip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from(new Uint32Array([END]).buffer));
  const entries: Record<string, string> = {};
  let position = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(position) !== CENTRAL) throw new Error('the directory is damaged');
    const nameLength = zip.readUInt16LE(position + 28);
    const name = zip.toString('utf8', position + 46, position + 46 + nameLength);
    const size = zip.readUInt32LE(position + 24);
    const content = contentAt(zip, zip.readUInt32LE(position + 42), size);
    if (crc32(content) !== zip.readUInt32LE(position + 16)) throw new Error(`${name} is damaged`);
    entries[name] = content.toString('utf8');
    position += 46 + nameLength + zip.readUInt16LE(position + 30) + zip.readUInt16LE(position + 32);
  }
  return entries;
}

function contentAt(zip: Buffer, header: number, size: number): Buffer {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  return zip.subarray(start, start + size);
}
