import type { IncomingHttpHeaders } from 'node:http';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '@stowage/storage-wire/checksum';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredChecksum } from '../engine/types.ts';

/** The additional checksum that a client sends with a body. */
export interface SentChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; undefined if it follows in a trailer, or if only the algorithm was named. */
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

const PREFIX = 'x-amz-checksum-';
/** Other headers with the same prefix. */
const ABOUT = ['algorithm', 'mode', 'type'].map((what) => `${PREFIX}${what}`);

const HEADERS = CHECKSUM_ALGORITHMS.map((algorithm) => ({
  algorithm,
  name: `x-amz-checksum-${algorithm.toLowerCase()}`,
}));

/** Returns the name of the header and trailer for a checksum. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/**
 * Determines which checksum comes with a body, if any.
 *
 * @throws S3Error InvalidArgument (unknown, or not a valid value of its kind), InvalidRequest
 *    (several)
 */
export function readSentChecksum(headers: IncomingHttpHeaders): SentChecksum | undefined {
  const trailers = trailerNames(headers);
  refuseUnknown([...Object.keys(headers), ...trailers]);
  const named = readChecksumAlgorithm(headers);
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
  if (found !== undefined) {
    return found;
  }
  const announced = HEADERS.find(({ name }) => trailers.includes(name));
  if (announced !== undefined) {
    return { algorithm: announced.algorithm, inTrailer: true };
  }
  return named === undefined ? undefined : { algorithm: named, inTrailer: false };
}

function trailerNames(headers: IncomingHttpHeaders): string[] {
  const trailer = headers['x-amz-trailer'];
  return typeof trailer === 'string'
    ? trailer.split(',').map((name) => name.trim().toLowerCase())
    : [];
}

/**
 * Returns the algorithm named in x-amz-checksum-algorithm or x-amz-sdk-checksum-algorithm.
 *
 * @throws S3Error InvalidArgument
 */
export function readChecksumAlgorithm(headers: IncomingHttpHeaders): ChecksumAlgorithm | undefined {
  const name = headers['x-amz-checksum-algorithm'] ?? headers['x-amz-sdk-checksum-algorithm'];
  if (name === undefined) {
    return undefined;
  }
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === String(name).toUpperCase());
  if (algorithm === undefined) {
    throw unsupported();
  }
  return algorithm;
}

/** Rejects unknown checksums: a client that sends one relies on it being verified. */
function refuseUnknown(names: readonly string[]): void {
  const isUnknown = (name: string) =>
    name.startsWith(PREFIX) &&
    !ABOUT.includes(name) &&
    !HEADERS.some((known) => known.name === name);
  if (names.some(isUnknown)) {
    throw unsupported();
  }
}

function unsupported(): S3Error {
  return new S3Error('InvalidArgument', 'The checksum algorithm is not supported.');
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

/** Returns the response headers for a stored checksum. */
export function checksumReplyHeaders(checksum: StoredChecksum): string[] {
  return [
    `x-amz-checksum-${checksum.algorithm.toLowerCase()}`,
    checksum.value,
    'x-amz-checksum-type',
    checksum.type,
  ];
}

/** Returns the response elements for a stored checksum, by their XML names. */
export function checksumElements(checksum: StoredChecksum): [name: string, value: string][] {
  return [
    [`Checksum${checksum.algorithm}`, checksum.value],
    ['ChecksumType', checksum.type],
  ];
}
