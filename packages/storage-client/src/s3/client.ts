import { type StorageClientOptions, Transport } from '../transport.ts';
import { bucketCorsOperations } from './bucket-cors.ts';
import { bucketLifecycleOperations } from './bucket-lifecycle.ts';
import { bucketNotificationOperations } from './bucket-notification.ts';
import { bucketReplicationOperations } from './bucket-replication.ts';
import { bucketSettingsOperations } from './bucket-settings.ts';
import { bucketOperations } from './buckets.ts';
import { deleteObjectsOperation } from './delete-objects.ts';
import { lifecycleDocumentOperations } from './lifecycle-document.ts';
import { listenOperations } from './listen-notification.ts';
import { listingOperations } from './listing.ts';
import { multipartOperations } from './multipart.ts';
import { objectSettingsOperations } from './object-settings.ts';
import { objectOperations } from './objects.ts';
import { presignOperations } from './presign.ts';
import type { ListingOperations, ObjectOperations } from './types.ts';
import type { BucketOperations } from './types-buckets.ts';
import type { ListenOperations } from './types-listen.ts';
import type { MultipartOperations } from './types-multipart.ts';
import type { ObjectSettingsOperations } from './types-object-settings.ts';
import type { PresignOperations } from './types-presign.ts';
import type { RuleOperations } from './types-rules.ts';

export type { CallingFor, StorageClientOptions } from '../transport.ts';
export { corsDocument } from './bucket-cors.ts';
export { normalLifecycle } from './lifecycle-document.ts';
export type * from './types.ts';
export type * from './types-buckets.ts';
export type * from './types-listen.ts';
export type * from './types-multipart.ts';
export type * from './types-object-settings.ts';
export type * from './types-presign.ts';
export type * from './types-rules.ts';

/** The S3 API for one account. Calls fail with the errors of `@stowage/storage-client/errors`. */
export type S3Client = BucketOperations &
  RuleOperations &
  ListenOperations &
  ListingOperations &
  ObjectOperations &
  ObjectSettingsOperations &
  MultipartOperations &
  PresignOperations;

/**
 * Creates a path-style S3 client with Signature Version 4. Cheap, as it has no connections of its
 * own.
 *
 * @throws TypeError unless the endpoint is an http(s) origin
 */
export function createS3Client(options: StorageClientOptions): S3Client {
  const transport = new Transport(options);
  const objects = objectOperations(transport);
  return {
    ...bucketOperations(transport),
    ...bucketSettingsOperations(transport),
    ...bucketCorsOperations(transport),
    ...bucketLifecycleOperations(transport),
    ...lifecycleDocumentOperations(transport),
    ...bucketNotificationOperations(transport),
    ...bucketReplicationOperations(transport),
    ...listenOperations(transport),
    ...listingOperations(transport),
    ...objects,
    ...objectSettingsOperations(transport),
    ...deleteObjectsOperation(transport, objects.deleteObject),
    ...multipartOperations(transport),
    ...presignOperations(transport),
  };
}
