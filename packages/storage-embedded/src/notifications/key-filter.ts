import { matchWildcard } from '@stowage/domain/wildcard';
import { S3Error } from '@stowage/storage-wire/s3-error';

const MAX_VALUE_LENGTH = 1024;

/** A filter for keys by prefix and suffix, '' for any. */
export interface KeyFilter {
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * Returns the value of a filter if it is valid.
 *
 * @throws S3Error InvalidArgument
 */
export function checkFilterValue(value: string): string {
  const segments = value.split('/');
  if (
    Buffer.byteLength(value) > MAX_VALUE_LENGTH ||
    value.includes('\\') ||
    // Rules are returned as XML, which cannot represent control characters.
    /\p{Cc}/u.test(value) ||
    segments.includes('.') ||
    segments.includes('..')
  ) {
    throw new S3Error(
      'InvalidArgument',
      'Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation',
    );
  }
  return value;
}

/** Returns a function that tests keys; as in MinIO, a '*' in prefix or suffix matches any text. */
export function compileFilter({ prefix, suffix }: KeyFilter): (key: string) => boolean {
  if (prefix === '' && suffix === '') {
    return () => true;
  }
  const head = prefix === '' || prefix.endsWith('*') ? prefix : `${prefix}*`;
  const tail = suffix === '' || suffix.startsWith('*') ? suffix : `*${suffix}`;
  const pattern = (head + tail).replaceAll('**', '*');
  const literals = new Set<number>();
  for (let at = pattern.indexOf('?'); at >= 0; at = pattern.indexOf('?', at + 1)) {
    literals.add(at);
  }
  return (key) => matchWildcard(pattern, key, literals);
}
