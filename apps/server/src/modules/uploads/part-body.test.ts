import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { partBody } from './part-body.ts';

const bytes = Buffer.from('123456789');
const crc32 = 'y/Q5Jg==';
const pieces = () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]);

describe('the body of a part', () => {
  it.each([crc32, undefined])('passes on what it is to be, with the CRC32 %s', async (sum) => {
    const passed = await buffer(partBody(pieces(), { size: 9, crc32: sum }));
    expect(passed.equals(bytes)).toBe(true);
  });

  it.each([
    ['another CRC32', { size: 9, crc32: 'AAAAAA==' }, 'ChecksumMismatch'],
    ['fewer bytes', { size: 10, crc32 }, 'UploadIncomplete'],
    ['more bytes', { size: 8, crc32 }, 'UploadIncomplete'],
  ])('fails before its end with %s', async (_, expected, code) => {
    let passed = 0;
    const body = partBody(pieces(), expected);
    body.on('data', (chunk: Buffer) => {
      passed += chunk.length;
    });
    await expect(buffer(body)).rejects.toMatchObject({ code });
    expect(passed).toBeLessThan(bytes.length);
  });

  it('fails when its source breaks off', async () => {
    const source = new Readable({ read() {} });
    const read = buffer(partBody(source, { size: 9, crc32 }));
    source.push(bytes);
    source.destroy();
    await expect(read).rejects.toMatchObject({ code: 'UploadIncomplete' });
  });
});
