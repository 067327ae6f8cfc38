import { type StorageClientOptions, Transport } from '../transport.ts';
import { bucketSettingsOperations } from './bucket-settings.ts';
import { bucketOperations } from './buckets.ts';
import { deleteObjectsOperation } from './delete-objects.ts';
import { listingOperations } from './listing.ts';
import { multipartOperations } from './multipart.ts';
import { objectOperations } from './objects.ts';
import { presignOperations } from './presign.ts';
import type { S3Client } from './types.ts';

export type { StorageClientOptions } from '../transport.ts';
export type * from './types.ts';

/**
 * An S3 client in path style, signed with Signature Version 4. Making one is cheap: it holds no
 * connection of its own.
 *
 * @throws TypeError when the endpoint is no http(s) origin
 */
export function createS3Client(options: StorageClientOptions): S3Client {
  const transport = new Transport(options);
  const objects = objectOperations(transport);
  return {
    ...bucketOperations(transport),
    ...bucketSettingsOperations(transport),
    ...listingOperations(transport),
    ...objects,
    ...deleteObjectsOperation(transport, objects.deleteObject),
    ...multipartOperations(transport),
    ...presignOperations(transport),
  };
}
