import { Blob } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addToCrc32, crc32Of } from './crc32.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 31) % 251);

describe('the CRC32 of a part', () => {
  it.each([0, 1, 15, 16, 17, 100, 1000])('of %d bytes is that of zlib', (length) => {
    const some = bytes.subarray(0, length);
    expect(addToCrc32(0, some)).toBe(crc32(some));
  });

  it('is the same however the bytes come, and wherever they stand in memory', () => {
    const once = addToCrc32(addToCrc32(0, bytes.subarray(0, 333)), bytes.subarray(333));
    expect(once).toBe(crc32(bytes));
  });

  it('is written big-endian in base64', async () => {
    const { signal } = new AbortController();
    const part = new Blob(['123456789']) as unknown as globalThis.Blob;
    expect(await crc32Of(part, signal)).toBe('y/Q5Jg==');
  });
});
