import { createHash } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type {
  IncomingBody,
  ObjectAttributes,
  StoredBucket,
  StoredObject,
} from '../../engine/types.ts';
import {
  COPY_SOURCE_PREFIX,
  CUSTOMER_PREFIX,
  hasCustomerKey,
  readCustomerKey,
} from './customer-key.ts';
import { type KeptEncryption, type KeyPlace, keptEncryption } from './object-keys.ts';
import { contentKey, encryptedSize, encryptPackages } from './package-cipher.ts';
import { asksServerKey, notApplicable, readWish } from './read-wish.ts';

/**
 * A new key for what a request writes, to be kept among its attributes; none when neither
 * the request nor the bucket asks for encryption.
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

/**
 * A body as it is to be stored under attributes: encrypted, where they say so. Checks and
 * digests of the body stay those of its content.
 *
 * @param part 0 for an object that is written in one piece
 * @throws S3Error InvalidArgument (not the key that the upload began with), InvalidRequest
 */
export function storedBody(
  request: ApiRequest,
  attributes: ObjectAttributes,
  body: IncomingBody,
  part = 0,
): IncomingBody {
  const kept = keptEncryption(attributes);
  if (kept === undefined) {
    return body;
  }
  const dataKey = openFor(request, kept, request, CUSTOMER_PREFIX);
  if (dataKey === undefined) {
    throw new S3Error(
      'InvalidArgument',
      'The provided encryption parameters did not match the ones used originally.',
    );
  }
  const md5 = needsMd5(request, kept) ? createHash('md5') : undefined;
  let size = 0;
  async function* seen(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of body.source) {
      size += piece.length;
      md5?.update(piece);
      yield piece;
    }
  }
  let digest: Buffer | undefined;
  return {
    source: encryptPackages(seen(), contentKey(dataKey, part)),
    ...(body.size === undefined ? {} : { size: encryptedSize(body.size) }),
    finish: (stored) => {
      digest = md5?.digest();
      return body.finish?.({ md5: digest ?? stored.md5, size });
    },
    content: () =>
      kept.kind === 'SSE-S3' && digest !== undefined
        ? { size, etag: digest.toString('hex') }
        : { size },
  };
}

/** The MD5 of the content is shown with SSE-S3 only, as S3 does; else it is for a digest sent along. */
function needsMd5({ headers }: ApiRequest, { kind }: KeptEncryption): boolean {
  return kind === 'SSE-S3' || headers['content-md5'] !== undefined;
}

/**
 * Holds the encryption headers of a reading request against the object.
 *
 * @returns the object's key; undefined when it is not encrypted
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
 * The same for what a request copies.
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
