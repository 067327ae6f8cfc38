import { S3Error, type S3ErrorCode } from '@stowage/storage-wire/s3-error';
import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

/** Returns an operation that reads a configuration that no bucket can have. */
export function readUnconfigured(name: string, action: string, code: S3ErrorCode): Operation {
  return {
    name,
    action,
    run: (request) => {
      existingBucket(request);
      throw new S3Error(code);
    },
  };
}

/**
 * Returns an operation that removes a configuration that no bucket can have, which succeeds as on
 * S3.
 */
export function removeUnconfigured(name: string, action: string): Operation {
  return {
    name,
    action,
    run: (request) => {
      existingBucket(request);
      return emptyReply(204);
    },
  };
}

/** An operation that this store does not support. */
export const notOffered: Operation = {
  name: 'NotOffered',
  action: 'none',
  run: () => {
    throw new S3Error('NotImplemented');
  },
};
