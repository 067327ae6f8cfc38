import type { S3Client } from '@stowage/storage-client/s3';

/** What listing needs of the storage. */
export type ObjectLister = Pick<
  S3Client,
  'listObjects' | 'listObjectVersions' | 'headObject' | 'getObjectTagging'
>;

/** What storing needs of the storage. */
export type ObjectWriter = Pick<
  S3Client,
  | 'putObject'
  | 'createMultipartUpload'
  | 'uploadPart'
  | 'completeMultipartUpload'
  | 'abortMultipartUpload'
>;

/** What sending an object to a browser needs of the storage. */
export type ObjectReader = Pick<S3Client, 'headObject' | 'getObject'>;

/** What packing a folder needs of the storage. */
export type FolderReader = Pick<S3Client, 'listObjects' | 'listObjectVersions' | 'getObject'>;

/** What deleting needs of the storage. */
export type ObjectRemover = Pick<
  S3Client,
  'deleteObject' | 'deleteObjects' | 'headObject' | 'listObjects'
>;
