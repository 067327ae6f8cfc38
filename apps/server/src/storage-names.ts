import { bucketNameProblems } from '@stowage/domain/bucket-name';
import { objectKeyProblem } from '@stowage/domain/object-key';
import { ConsoleError } from './console-error.ts';

/**
 * Checks the name of a bucket. An existing bucket may have a name from before the current rules,
 * but names with other characters, or reserved for the server's own paths, cannot exist.
 * @throws ConsoleError InvalidBucketName
 */
export function checkBucket(name: string): string {
  const possible = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(name);
  if (possible && !bucketNameProblems(name).includes('reserved')) return name;
  throw new ConsoleError('InvalidBucketName', { field: 'name' });
}

/** @throws ConsoleError KeyTooLong or InvalidObjectName for an invalid object key. */
export function checkKey(key: string, field: string): string {
  if (key === '') {
    throw new ConsoleError('InvalidObjectName', { field, detail: 'The object name is empty.' });
  }
  return checkPrefix(key, field);
}

/** Like `checkKey`, for prefixes, which may be empty. */
export function checkPrefix(prefix: string, field: string): string {
  switch (objectKeyProblem(prefix)) {
    case undefined:
    case 'empty':
      return prefix;
    case 'too-long':
      throw new ConsoleError('KeyTooLong', { field });
    case 'not-unicode':
      throw new ConsoleError('InvalidObjectName', {
        field,
        detail: 'The object name is not valid Unicode.',
      });
  }
}
