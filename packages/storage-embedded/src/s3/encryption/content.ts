import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type { ObjectAttributes, StoredBucket, StoredObject } from '../../engine/types.ts';
import {
  COPY_SOURCE_PREFIX,
  CUSTOMER_PREFIX,
  hasCustomerKey,
  readCustomerKey,
} from './customer-key.ts';
import { type KeptEncryption, type KeyPlace, keptEncryption } from './object-keys.ts';
import { contentKey, encryptPackages } from './package-cipher.ts';
import { asksServerKey, notApplicable, readWish } from './read-wish.ts';

/**
 * Creates a key for the content of a request, to be stored in its attributes; none if neither the
 * request nor the bucket asks for encryption.
 *
 * @throws S3Error InvalidArgument, InvalidRequest, NotImplemented, KMS.NotFoundException
 */
export function newEncryption(
  request: ApiRequest,
  bucket: StoredBucket,
): Pick<ObjectAttributes, 'encryption'> {
  const wish = readWish(request, bucket);
  if (wish === undefined) {
    return {};
  }
  const place = { bucket: bucket.name, key: request.key };
  return { encryption: { ...request.store.objectKeys.create(wish, place) } };
}

/** Encrypts one content as a stream. */
export interface ContentSealer {
  seal(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Whether the ETag is the MD5 of the content, which is the case with SSE-S3 only. */
  readonly showsMd5: boolean;
}

/**
 * Returns the encryption for a content with these attributes; undefined if they do not call for
 * any.
 *
 * @param part 0 for an object that is written in one piece
 * @throws S3Error InvalidArgument (not the key that the upload was started with), InvalidRequest
 */
export function contentSealer(
  request: ApiRequest,
  attributes: ObjectAttributes,
  part: number,
): ContentSealer | undefined {
  const kept = keptEncryption(attributes);
  if (kept === undefined) {
    return undefined;
  }
  const dataKey = openFor(request, kept, request, CUSTOMER_PREFIX);
  if (dataKey === undefined) {
    throw new S3Error(
      'InvalidArgument',
      'The provided encryption parameters did not match the ones used originally.',
    );
  }
  return {
    seal: (source) => encryptPackages(source, contentKey(dataKey, part)),
    showsMd5: kept.kind === 'SSE-S3',
  };
}

/**
 * Checks the encryption headers of a read request against the object.
 *
 * @returns the object's key; undefined if it is not encrypted
 * @throws S3Error BadRequest, InvalidRequest, InvalidArgument, AccessDenied
 */
export function readingKey(request: ApiRequest, object: StoredObject): Uint8Array | undefined {
  if (asksServerKey(request.headers)) {
    throw new S3Error('BadRequest');
  }
  const kept = keptEncryption(object);
  const withKey = hasCustomerKey(request, CUSTOMER_PREFIX);
  if (kept === undefined) {
    if (withKey) {
      throw notApplicable();
    }
    return undefined;
  }
  if (withKey !== (kept.kind === 'SSE-C')) {
    throw otherParameters();
  }
  return need(openFor(request, kept, object, CUSTOMER_PREFIX));
}

function otherParameters(): S3Error {
  return new S3Error(
    'InvalidRequest',
    'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
  );
}

/**
 * The same for the source of a copy.
 *
 * @throws S3Error InvalidRequest, InvalidArgument, AccessDenied
 */
export function copySourceKey(request: ApiRequest, object: StoredObject): Uint8Array | undefined {
  const kept = keptEncryption(object);
  const withKey = hasCustomerKey(request, COPY_SOURCE_PREFIX);
  if (withKey && kept?.kind !== 'SSE-C') {
    throw notApplicable();
  }
  if (!withKey && kept?.kind === 'SSE-C') {
    throw otherParameters();
  }
  return kept && need(openFor(request, kept, object, COPY_SOURCE_PREFIX));
}

function need(dataKey: Uint8Array | undefined): Uint8Array {
  if (dataKey === undefined) {
    throw new S3Error('AccessDenied');
  }
  return dataKey;
}

function openFor(
  request: ApiRequest,
  kept: KeptEncryption,
  place: KeyPlace,
  prefix: typeof CUSTOMER_PREFIX | typeof COPY_SOURCE_PREFIX,
): Uint8Array | undefined {
  const customerKey = kept.kind === 'SSE-C' ? readCustomerKey(request, prefix) : undefined;
  return request.store.objectKeys.open(kept, place, customerKey);
}
