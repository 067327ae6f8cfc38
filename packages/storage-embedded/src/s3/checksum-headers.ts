import type { IncomingHttpHeaders } from 'node:http';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '@stowage/storage-wire/checksum';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredChecksum } from '../engine/types.ts';

/** The additional checksum that a client sends with a body. */
export interface SentChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; undefined when it follows in a trailer, or when only the algorithm was named. */
  readonly value?: string;
  readonly inTrailer: boolean;
}

const BYTES: Readonly<Record<ChecksumAlgorithm, number>> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
};

const HEADERS = CHECKSUM_ALGORITHMS.map((algorithm) => ({
  algorithm,
  name: `x-amz-checksum-${algorithm.toLowerCase()}`,
}));

/** The header and trailer that carries a checksum. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/**
 * Which checksum comes with a body, if any.
 *
 * @throws S3Error InvalidArgument (not a checksum of that kind), InvalidRequest (several, unknown)
 */
export function readSentChecksum(headers: IncomingHttpHeaders): SentChecksum | undefined {
  let found: SentChecksum | undefined;
  for (const { algorithm, name } of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') {
      if (found !== undefined) {
        throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
      }
      checkValue(algorithm, value);
      found = { algorithm, value, inTrailer: false };
    }
  }
  const trailer = headers['x-amz-trailer'];
  if (found === undefined && typeof trailer === 'string') {
    const names = trailer.split(',').map((name) => name.trim().toLowerCase());
    const announced = HEADERS.find(({ name }) => names.includes(name));
    if (announced !== undefined) {
      return { algorithm: announced.algorithm, inTrailer: true };
    }
  }
  return found ?? namedAlgorithm(headers);
}

/**
 * The algorithm that x-amz-checksum-algorithm or x-amz-sdk-checksum-algorithm names.
 *
 * @throws S3Error InvalidRequest
 */
export function readChecksumAlgorithm(headers: IncomingHttpHeaders): ChecksumAlgorithm | undefined {
  const name = headers['x-amz-checksum-algorithm'] ?? headers['x-amz-sdk-checksum-algorithm'];
  if (name === undefined) {
    return undefined;
  }
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === String(name).toUpperCase());
  if (algorithm === undefined) {
    throw new S3Error('InvalidRequest', 'The checksum algorithm is not supported.');
  }
  return algorithm;
}

function namedAlgorithm(headers: IncomingHttpHeaders): SentChecksum | undefined {
  const algorithm = readChecksumAlgorithm(headers);
  return algorithm === undefined ? undefined : { algorithm, inTrailer: false };
}

/** @throws S3Error InvalidArgument */
function checkValue(algorithm: ChecksumAlgorithm, value: string): void {
  if (
    !/^[A-Za-z0-9+/]+={0,2}$/.test(value) ||
    Buffer.from(value, 'base64').length !== BYTES[algorithm]
  ) {
    throw new S3Error('InvalidArgument', 'Invalid checksum provided.');
  }
}

/** The headers that give a stored checksum back. */
export function checksumReplyHeaders(checksum: StoredChecksum): string[] {
  return [
    `x-amz-checksum-${checksum.algorithm.toLowerCase()}`,
    checksum.value,
    'x-amz-checksum-type',
    checksum.type,
  ];
}

/** The elements that give a stored checksum back, by their names in XML. */
export function checksumElements(checksum: StoredChecksum): [name: string, value: string][] {
  return [
    [`Checksum${checksum.algorithm}`, checksum.value],
    ['ChecksumType', checksum.type],
  ];
}
