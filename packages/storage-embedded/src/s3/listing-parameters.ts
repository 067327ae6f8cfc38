import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Query } from '../http/target.ts';

/** Parameters common to all listings of keys. */
export interface ListingParameters {
  readonly prefix: string;
  readonly delimiter: string;
  /** At most 1,000. */
  readonly maxKeys: number;
  /** Whether keys are returned percent-encoded. */
  readonly encoded: boolean;
}

const MAX_KEYS = 1000;

/** @throws S3Error InvalidArgument */
export function readListingParameters(query: Query): ListingParameters {
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    maxKeys: readCount(query, 'max-keys', MAX_KEYS, 'maxKeys'),
    encoded: readEncoding(query),
  };
}

/**
 * Parses a count; values above `most` are reduced to it.
 *
 * @throws S3Error InvalidArgument
 */
export function readCount(query: Query, name: string, most: number, title = name): number {
  const text = query.get(name) ?? '';
  if (text === '') {
    return most;
  }
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > 2_147_483_647) {
    throw new S3Error(
      'InvalidArgument',
      `Argument ${title} must be an integer between 0 and 2147483647`,
    );
  }
  return Math.min(Number(text), most);
}

/** @throws S3Error InvalidArgument */
export function readEncoding(query: Query): boolean {
  const encoding = query.get('encoding-type') ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'url') {
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  }
  return encoding !== '';
}

const TOKEN_VERSION = '1';

/** Makes a continuation token from the last key or common prefix returned. */
export function writeToken(after: string): string {
  return Buffer.from(TOKEN_VERSION + after, 'utf8').toString('base64url');
}

/** @throws S3Error InvalidArgument if it was not made by `writeToken` */
export function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!text.startsWith(TOKEN_VERSION) || writeToken(text.slice(1)) !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
  }
  return text.slice(1);
}
