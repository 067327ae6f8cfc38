import { S3Error, type S3ErrorCode } from '@stowage/storage-wire/s3-error';
import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

/** Reads a configuration that no bucket has yet. */
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

/** Removes a configuration that no bucket has yet, which S3 takes for done. */
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

/** A call that this store does not offer. */
export const notOffered: Operation = {
  name: 'NotOffered',
  action: 'none',
  run: () => {
    throw new S3Error('NotImplemented');
  },
};
