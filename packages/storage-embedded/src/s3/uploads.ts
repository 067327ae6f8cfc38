import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredUpload } from '../engine/types.ts';
import { CUSTOMER_PREFIX, hasCustomerKey } from './encryption/customer-key.ts';
import { keptEncryption } from './encryption/object-keys.ts';

export const MAX_PARTS = 10_000;

/**
 * Returns the upload named in a request.
 *
 * @throws S3Error NoSuchUpload
 */
export function existingUpload(request: ApiRequest): StoredUpload {
  const upload = findUpload(request);
  if (upload === undefined) {
    throw new S3Error('NoSuchUpload');
  }
  return upload;
}

/** Returns the upload named in a request; undefined if it has ended or never existed. */
export function findUpload({ bucket, key, query, store }: ApiRequest): StoredUpload | undefined {
  return store.engine.getUpload(bucket, key, query.get('uploadId') ?? '');
}

/**
 * Requires the customer key with a part exactly if the upload was started with one.
 *
 * @throws S3Error InvalidRequest
 */
export function needPartKey(request: ApiRequest, { attributes }: StoredUpload): void {
  const needed = keptEncryption(attributes)?.kind === 'SSE-C';
  if (hasCustomerKey(request, CUSTOMER_PREFIX) !== needed) {
    throw new S3Error(
      'InvalidRequest',
      'The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters.',
    );
  }
}

/**
 * Returns the part number in a request.
 *
 * @throws S3Error InvalidArgument
 */
export function partNumber(request: ApiRequest): number {
  const text = request.query.get('partNumber') ?? '';
  const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_PARTS) {
    throw new S3Error(
      'InvalidArgument',
      'Part number must be an integer between 1 and 10000, inclusive',
    );
  }
  return number;
}
