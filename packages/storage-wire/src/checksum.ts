import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createCRC32, createCRC64, type IHasher } from 'hash-wasm';

/** S3's additional checksums, by their names in x-amz-checksum-algorithm. */
export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** The checksums that can be combined without rereading the bytes. */
export type CrcAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME';

/** A checksum in progress. */
export interface Checksum {
  update(chunk: Uint8Array): void;
  /** Returns the checksum of everything so far in Base64; must be called once, at the end. */
  digest(): string;
}

// Polynomials with the lowest power in the highest bit, as hash-wasm and tables use them.
const CRC32_POLYNOMIAL = 0xedb88320;
const CRC32C_POLYNOMIAL = 0x82f63b78;
const CRC64NVME_POLYNOMIAL = '9a6c9329ac4bc9b5';

const wasmCrc32c = await createCRC32(CRC32C_POLYNOMIAL);
const wasmCrc64 = await createCRC64(CRC64NVME_POLYNOMIAL);

/** Starts a checksum; the shared WebAssembly hashers keep no state between calls. */
export function createChecksum(algorithm: ChecksumAlgorithm): Checksum {
  switch (algorithm) {
    case 'CRC32':
      return new ZlibCrc32();
    case 'CRC32C':
      return new WasmChecksum(wasmCrc32c);
    case 'CRC64NVME':
      return new WasmChecksum(wasmCrc64);
    case 'SHA1':
      return new DigestChecksum('sha1');
    case 'SHA256':
      return new DigestChecksum('sha256');
  }
}

class ZlibCrc32 implements Checksum {
  #value = 0;

  update(chunk: Uint8Array): void {
    this.#value = crc32(chunk, this.#value);
  }

  digest(): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return bytes.toString('base64');
  }
}

class WasmChecksum implements Checksum {
  readonly #hasher: IHasher;
  #state: Uint8Array;

  constructor(hasher: IHasher) {
    this.#hasher = hasher;
    this.#state = hasher.init().save();
  }

  update(chunk: Uint8Array): void {
    this.#state = this.#hasher.load(this.#state).update(chunk).save();
  }

  digest(): string {
    const bytes = this.#hasher.load(this.#state).digest('binary');
    return Buffer.from(bytes).toString('base64');
  }
}

class DigestChecksum implements Checksum {
  readonly #hash: Hash;

  constructor(name: 'sha1' | 'sha256') {
    this.#hash = createHash(name);
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  digest(): string {
    return this.#hash.digest('base64');
  }
}

/**
 * Returns the composite checksum of a multipart object: the checksum of its parts' checksums.
 *
 * @param parts base64 values in the order of the parts
 * @returns base64 with the suffix `-N`, N being the number of parts
 */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const checksum = createChecksum(algorithm);
  for (const part of parts) {
    checksum.update(Buffer.from(part, 'base64'));
  }
  return `${checksum.digest()}-${parts.length}`;
}

/** A polynomial over GF(2) as two words, the lowest power in the highest bit of `high`. */
interface Polynomial {
  readonly high: number;
  readonly low: number;
}

interface CrcField {
  readonly bits: 32 | 64;
  readonly modulus: Polynomial;
}

const FIELDS: Readonly<Record<CrcAlgorithm, CrcField>> = {
  CRC32: { bits: 32, modulus: { high: CRC32_POLYNOMIAL, low: 0 } },
  CRC32C: { bits: 32, modulus: { high: CRC32C_POLYNOMIAL, low: 0 } },
  CRC64NVME: {
    bits: 64,
    modulus: {
      high: Number.parseInt(CRC64NVME_POLYNOMIAL.slice(0, 8), 16),
      low: Number.parseInt(CRC64NVME_POLYNOMIAL.slice(8), 16),
    },
  },
};

/**
 * Combines the checksums of parts into that of the whole object: crc(A followed by B) is crc(A) ·
 * x^(8 · length of B) + crc(B) over the CRC's field.
 *
 * @param parts base64 checksum and size in bytes of each part, in order
 * @returns base64
 */
export function combineCrc(
  algorithm: CrcAlgorithm,
  parts: readonly { readonly checksum: string; readonly size: number }[],
): string {
  const field = FIELDS[algorithm];
  const shifts = new Map<number, Polynomial>();
  let total: Polynomial = { high: 0, low: 0 };
  for (const part of parts) {
    let shift = shifts.get(part.size);
    if (shift === undefined) {
      shift = powerOfX(field, part.size * 8);
      shifts.set(part.size, shift);
    }
    const shifted = multiply(field, total, shift);
    const own = readPolynomial(field, part.checksum);
    total = { high: (shifted.high ^ own.high) >>> 0, low: (shifted.low ^ own.low) >>> 0 };
  }
  return writePolynomial(field, total);
}

function readPolynomial(field: CrcField, base64: string): Polynomial {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length * 8 !== field.bits) {
    throw new RangeError('The checksum of a part has the wrong length.');
  }
  return { high: bytes.readUInt32BE(0), low: field.bits === 64 ? bytes.readUInt32BE(4) : 0 };
}

function writePolynomial(field: CrcField, value: Polynomial): string {
  const bytes = Buffer.alloc(field.bits / 8);
  bytes.writeUInt32BE(value.high, 0);
  if (field.bits === 64) {
    bytes.writeUInt32BE(value.low, 4);
  }
  return bytes.toString('base64');
}

/** Returns x^exponent modulo the field's polynomial, by squaring. */
function powerOfX(field: CrcField, exponent: number): Polynomial {
  let result: Polynomial = { high: 0x80000000, low: 0 };
  let square: Polynomial = { high: 0x40000000, low: 0 };
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      result = multiply(field, result, square);
    }
    square = multiply(field, square, square);
  }
  return result;
}

/** Returns a · b modulo the field's polynomial: adds b · x^i for every power i of a. */
function multiply(field: CrcField, a: Polynomial, b: Polynomial): Polynomial {
  let high = 0;
  let low = 0;
  let shiftedHigh = b.high;
  let shiftedLow = b.low;
  for (let power = 0; power < field.bits; power++) {
    const bit = power < 32 ? (a.high >>> (31 - power)) & 1 : (a.low >>> (63 - power)) & 1;
    if (bit === 1) {
      high ^= shiftedHigh;
      low ^= shiftedLow;
    }
    const overflow = (field.bits === 32 ? shiftedHigh : shiftedLow) & 1;
    if (field.bits === 64) {
      shiftedLow = (shiftedLow >>> 1) | (shiftedHigh << 31);
    }
    shiftedHigh >>>= 1;
    if (overflow === 1) {
      shiftedHigh ^= field.modulus.high;
      shiftedLow ^= field.modulus.low;
    }
  }
  return { high: high >>> 0, low: low >>> 0 };
}
