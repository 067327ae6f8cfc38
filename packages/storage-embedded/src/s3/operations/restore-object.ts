import { S3Error } from '@stowage/storage-wire/s3-error';
import { existingBucket } from '../buckets.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import type { Operation } from '../operation.ts';

/** Every object is at hand; there is no tier that one could be brought back from. */
export const restoreObject: Operation = {
  name: 'RestoreObject',
  action: 's3:RestoreObject',
  run: (request) => {
    existingObject(request, existingBucket(request), requestedVersion(request));
    throw new S3Error('InvalidObjectState');
  },
};
