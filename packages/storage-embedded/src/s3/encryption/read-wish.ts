import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredBucket } from '../../engine/types.ts';
import { bucketDefault } from './bucket-default.ts';
import {
  COPY_SOURCE_PREFIX,
  CUSTOMER_PREFIX,
  hasCustomerKey,
  readCustomerKey,
} from './customer-key.ts';
import { type EncryptionWish, plainKeyId } from './encryption-wish.ts';

const ALGORITHM = 'x-amz-server-side-encryption';
const KMS_KEY = 'x-amz-server-side-encryption-aws-kms-key-id';
const KMS_CONTEXT = 'x-amz-server-side-encryption-context';
const MAX_CONTEXT_BYTES = 8192;

/** Whether the headers ask for encryption with one of the server's keys. */
export function asksServerKey(headers: IncomingHttpHeaders): boolean {
  return (
    headers[ALGORITHM] !== undefined ||
    headers[KMS_KEY] !== undefined ||
    headers[KMS_CONTEXT] !== undefined
  );
}

/** Whether the headers ask for any encryption. */
export function asksEncryption(request: Pick<ApiRequest, 'headers'>): boolean {
  return asksServerKey(request.headers) || hasCustomerKey(request, CUSTOMER_PREFIX);
}

/**
 * Returns the encryption for a new object: the one requested in the headers, otherwise the bucket's
 * default; undefined if none.
 *
 * @throws S3Error InvalidArgument, InvalidRequest
 */
export function readWish(request: ApiRequest, bucket: StoredBucket): EncryptionWish | undefined {
  const { headers } = request;
  if (hasCustomerKey(request, CUSTOMER_PREFIX)) {
    if (asksServerKey(headers)) {
      throw new S3Error(
        'InvalidArgument',
        'Server Side Encryption with Customer provided key is incompatible with the encryption method specified',
      );
    }
    return { kind: 'SSE-C', key: readCustomerKey(request, CUSTOMER_PREFIX) };
  }
  if (!asksServerKey(headers)) {
    return bucketDefault(bucket);
  }
  const algorithm = request.header(ALGORITHM);
  if (algorithm === 'aws:kms') {
    return readKmsWish(request);
  }
  if (algorithm !== 'AES256' || request.header(KMS_KEY) !== undefined) {
    throw new S3Error(
      'InvalidArgument',
      'Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms',
    );
  }
  return { kind: 'SSE-S3' };
}

function readKmsWish(request: ApiRequest): EncryptionWish {
  const keyId = request.header(KMS_KEY) ?? '';
  const context = request.header(KMS_CONTEXT);
  checkContext(context);
  return {
    kind: 'SSE-KMS',
    keyId: plainKeyId(keyId),
    ...(context === undefined || context === '' ? {} : { context }),
  };
}

/** @throws S3Error InvalidArgument unless it is base64 of a JSON object with string values */
function checkContext(context: string | undefined): void {
  if (context === undefined || context === '') {
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(context, 'base64').toString('utf8'));
  } catch {
    value = undefined;
  }
  if (
    context.length > MAX_CONTEXT_BYTES ||
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    !Object.values(value).every((member) => typeof member === 'string')
  ) {
    throw new S3Error('InvalidArgument', 'The encryption context is not base64 of a JSON object.');
  }
}

/**
 * Rejects copy-source keys in requests that write their own body.
 *
 * @throws S3Error InvalidRequest if there is one
 */
export function refuseCopySourceKey(request: ApiRequest): void {
  if (hasCustomerKey(request, COPY_SOURCE_PREFIX)) {
    throw notApplicable();
  }
}

export function notApplicable(): S3Error {
  return new S3Error(
    'InvalidRequest',
    'The encryption parameters are not applicable to this object.',
  );
}
