import { matchWildcard } from '@stowage/domain/wildcard';
import type { ApiRequest } from '../../api-request.ts';
import type { CompressionRules } from '../../config/compression-rules.ts';
import type { ObjectAttributes, ObjectCompression } from '../../engine/types.ts';
import { BLOCK_BYTES } from './compress.ts';

/** Types that are already compressed; like MinIO, never compressed, whatever is configured. */
const COMPRESSED_ENDINGS = [
  ...['.gz', '.bz2', '.rar', '.zip', '.7z', '.xz', '.zst', '.mp4', '.mkv', '.mov', '.webm'],
  ...['.jpg', '.jpeg', '.png', '.gif', '.webp', '.parquet'],
];
const COMPRESSED_TYPES = [
  ...['video/*', 'audio/*', 'application/zip', 'application/gzip', 'application/x-gzip'],
  ...['application/x-bz2', 'application/x-compress', 'application/x-xz', 'application/zstd'],
];

/** Objects up to this many bytes gain nothing from compression. */
const LEAST_BYTES = 4096;

/** How the object of a request is to be stored: see `newCompression`. */
export function compressionOf(
  { key, store }: ApiRequest,
  attributes: ObjectAttributes,
  size?: number,
): Pick<ObjectAttributes, 'compression'> {
  return newCompression(store.config.running.compression, { key, ...attributes }, size);
}

/**
 * How a new object is to be stored; empty if uncompressed.
 *
 * @param size bytes of the content, if known
 */
export function newCompression(
  rules: CompressionRules | undefined,
  object: { readonly key: string } & Pick<ObjectAttributes, 'contentType' | 'encryption'>,
  size?: number,
): Pick<ObjectAttributes, 'compression'> {
  const { key, contentType, encryption } = object;
  const isLeftOut =
    rules === undefined ||
    (size !== undefined && size <= LEAST_BYTES) ||
    (encryption !== undefined && !rules.encrypted) ||
    hasEnding(key, COMPRESSED_ENDINGS) ||
    hasType(contentType, COMPRESSED_TYPES);
  if (
    isLeftOut ||
    !(hasEnding(key, rules.extensions) || hasType(contentType, rules.contentTypes))
  ) {
    return {};
  }
  const compression: ObjectCompression = { algorithm: 'zstd', block: BLOCK_BYTES };
  return { compression };
}

function hasEnding(key: string, endings: readonly string[]): boolean {
  const name = key.toLowerCase();
  return endings.some((ending) => ending === '*' || name.endsWith(ending.toLowerCase()));
}

/** Parameters such as charset are ignored. */
function hasType(contentType: string, patterns: readonly string[]): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return patterns.some((pattern) => matchWildcard(pattern.toLowerCase(), type));
}
