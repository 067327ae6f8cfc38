import { createHash } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';

/** Prefix of the headers with the key for what is read or written. */
export const CUSTOMER_PREFIX = 'x-amz-server-side-encryption-customer-';
/** Prefix of the headers with the key of the copy source. */
export const COPY_SOURCE_PREFIX = 'x-amz-copy-source-server-side-encryption-customer-';

type Prefix = typeof CUSTOMER_PREFIX | typeof COPY_SOURCE_PREFIX;

/** Whether any header of a customer key is present. */
export function hasCustomerKey({ headers }: Pick<ApiRequest, 'headers'>, prefix: Prefix): boolean {
  return (
    headers[`${prefix}algorithm`] !== undefined ||
    headers[`${prefix}key`] !== undefined ||
    headers[`${prefix}key-md5`] !== undefined
  );
}

/**
 * Reads the customer-provided key (SSE-C), 32 bytes. It must not cross a network in the clear:
 * without TLS it is accepted over loopback only.
 *
 * @throws S3Error InvalidRequest (not secure), InvalidArgument
 */
export function readCustomerKey(request: ApiRequest, prefix: Prefix): Uint8Array {
  const { socket } = request.message;
  if (!(socket instanceof TLSSocket) && !isLoopback(socket.remoteAddress ?? '')) {
    throw new S3Error(
      'InvalidRequest',
      'Requests specifying Server Side Encryption with Customer provided keys must be made over a secure connection.',
    );
  }
  const [key, digest] = [request.header(`${prefix}key`), request.header(`${prefix}key-md5`)];
  if (request.header(`${prefix}algorithm`) !== 'AES256') {
    throw invalid('must provide a valid encryption algorithm.');
  }
  if (key === undefined || key === '') {
    throw invalid('must provide an appropriate secret key.');
  }
  if (digest === undefined || digest === '') {
    throw invalid('must provide the client calculated MD5 of the secret key.');
  }
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== key) {
    throw new S3Error('InvalidArgument', 'The secret key was invalid for the specified algorithm.');
  }
  if (createHash('md5').update(bytes).digest('base64') !== digest) {
    throw new S3Error(
      'InvalidArgument',
      'The calculated MD5 hash of the key did not match the hash that was provided.',
    );
  }
  return bytes;
}

function invalid(need: string): S3Error {
  return new S3Error(
    'InvalidArgument',
    `Requests specifying Server Side Encryption with Customer provided keys ${need}`,
  );
}

/** 127.0.0.0/8 and ::1, also as IPv4-mapped IPv6 addresses. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
