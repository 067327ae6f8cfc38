import { matchWildcard } from '@stowage/domain/wildcard';
import { S3Error } from '@stowage/storage-wire/s3-error';

const MAX_VALUE_LENGTH = 1024;

/** Which keys are meant: those with a prefix and a suffix, '' for any. */
export interface KeyFilter {
  readonly prefix: string;
  readonly suffix: string;
}

/** @throws S3Error InvalidArgument */
export function checkFilterValue(value: string): string {
  const segments = value.split('/');
  if (
    Buffer.byteLength(value) > MAX_VALUE_LENGTH ||
    value.includes('\\') ||
    // The rules are given back as XML, which cannot say them.
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

/** Whether keys are meant; as on MinIO a '*' in prefix or suffix stands for any text. */
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
