import { cpuTimeOf } from '@stowage/domain/testing/cpu-time';
import { describe, expect, it } from 'vitest';
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  type CrcAlgorithm,
  combineCrc,
  compositeChecksum,
  createChecksum,
} from './checksum.ts';

const CRCS: readonly CrcAlgorithm[] = ['CRC32', 'CRC32C', 'CRC64NVME'];

function checksumOf(algorithm: ChecksumAlgorithm, ...chunks: Uint8Array[]): string {
  const checksum = createChecksum(algorithm);
  for (const chunk of chunks) {
    checksum.update(chunk);
  }
  return checksum.digest();
}

function hexToBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

/** Bytes without a pattern that a CRC could miss. */
function noise(size: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

describe('createChecksum', () => {
  it.each([
    ['CRC32', '123456789', 'cbf43926'],
    ['CRC32C', '123456789', 'e3069283'],
    ['CRC64NVME', '123456789', 'ae8b14860a799888'],
    ['SHA1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['SHA256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['CRC32', '', '00000000'],
    ['CRC32C', '', '00000000'],
    ['CRC64NVME', '', '0000000000000000'],
  ] as const)('%s of %j', (algorithm, text, hex) => {
    expect(checksumOf(algorithm, Buffer.from(text))).toBe(hexToBase64(hex));
  });

  it.each([
    [new Uint8Array(32), '8a9136aa'],
    [new Uint8Array(32).fill(0xff), '62a8ab43'],
    [Uint8Array.from({ length: 32 }, (_, index) => index), '46dd794e'],
    [Uint8Array.from({ length: 32 }, (_, index) => 31 - index), '113fdb5c'],
  ])('gives the CRC32C vectors of RFC 3720', (bytes, hex) => {
    expect(checksumOf('CRC32C', bytes)).toBe(hexToBase64(hex));
  });

  it.each([
    [new Uint8Array(4096), '6482d367eb22b64e'],
    [new Uint8Array(4096).fill(0xff), 'c0ddba7302eca3ac'],
  ])('gives the CRC64 vectors of the NVMe specification', (bytes, hex) => {
    expect(checksumOf('CRC64NVME', bytes)).toBe(hexToBase64(hex));
  });

  it.each(CHECKSUM_ALGORITHMS)('%s does not depend on how the bytes are cut', (algorithm) => {
    const bytes = noise(100_003, 1);
    const cut = [bytes.subarray(0, 1), bytes.subarray(1, 70_000), bytes.subarray(70_000)];
    expect(checksumOf(algorithm, ...cut)).toBe(checksumOf(algorithm, bytes));
  });

  it.each(CHECKSUM_ALGORITHMS)('two %s at once do not disturb each other', (algorithm) => {
    const [a, b] = [createChecksum(algorithm), createChecksum(algorithm)];
    a.update(Buffer.from('123'));
    b.update(Buffer.from('xyz'));
    a.update(Buffer.from('456789'));
    const digest = a.digest();
    expect(digest).toBe(checksumOf(algorithm, Buffer.from('123456789')));
    expect(b.digest()).toBe(checksumOf(algorithm, Buffer.from('xyz')));
  });
});

describe('compositeChecksum', () => {
  it('is the checksum of the parts’ checksums with their number', () => {
    const parts = ['one', 'two', 'three'].map((text) => checksumOf('SHA256', Buffer.from(text)));
    const joined = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
    expect(compositeChecksum('SHA256', parts)).toBe(`${checksumOf('SHA256', joined)}-3`);
  });
});

describe('combineCrc', () => {
  const bytes = noise(3_000_001, 7);

  it.each(CRCS)('%s of parts is that of the whole, wherever it is cut', (algorithm) => {
    const whole = checksumOf(algorithm, bytes);
    for (const cuts of [[], [1], [1_000_000, 2_000_000], [5, 5, 2_999_999], [3_000_001]]) {
      const edges = [0, ...cuts, bytes.length];
      const parts = edges.slice(1).map((end, index) => {
        const part = bytes.subarray(edges[index], end);
        return { checksum: checksumOf(algorithm, part), size: part.length };
      });
      expect(combineCrc(algorithm, parts)).toBe(whole);
    }
  });

  it.each(CRCS)('%s: the order of the parts counts', (algorithm) => {
    const parts = [bytes.subarray(0, 10), bytes.subarray(10, 30)].map((part) => ({
      checksum: checksumOf(algorithm, part),
      size: part.length,
    }));
    expect(combineCrc(algorithm, parts)).not.toBe(combineCrc(algorithm, parts.toReversed()));
  });

  it.each(CRCS)('%s of parts beyond 4 GiB', (algorithm) => {
    // Appending zeros must give the same result for one part of 8 GiB as for many of 64 MiB.
    const head = { checksum: checksumOf(algorithm, Buffer.from('head')), size: 4 };
    const zeros = (size: number): { checksum: string; size: number } => {
      if (size <= 1 << 20) {
        return { checksum: checksumOf(algorithm, new Uint8Array(size)), size };
      }
      const half = zeros(size / 2);
      return { checksum: combineCrc(algorithm, [half, half]), size };
    };
    const many = Array.from({ length: 128 }, () => zeros(2 ** 26));
    expect(combineCrc(algorithm, [head, zeros(2 ** 33)])).toBe(
      combineCrc(algorithm, [head, ...many]),
    );
  });

  it('is the checksum of nothing without parts', () => {
    expect(combineCrc('CRC32C', [])).toBe(checksumOf('CRC32C'));
  });

  it('combines ten thousand parts quickly', async () => {
    const part = { checksum: checksumOf('CRC64NVME', Buffer.from('part')), size: 5 << 20 };
    const parts = Array(10_000).fill(part);
    expect(await cpuTimeOf(() => combineCrc('CRC64NVME', parts))).toBeLessThan(1000);
  });

  it('refuses a checksum of another length', () => {
    const part = { checksum: checksumOf('SHA1', Buffer.from('x')), size: 1 };
    expect(() => combineCrc('CRC32', [part])).toThrow(RangeError);
  });
});
