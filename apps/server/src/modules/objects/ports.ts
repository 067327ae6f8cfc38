import type { S3Client } from '@stowage/storage-client/s3';

/** The storage calls for listing. */
export type ObjectLister = Pick<
  S3Client,
  'listObjects' | 'listObjectVersions' | 'headObject' | 'getObjectTagging'
>;

/** The storage calls for storing objects. */
export type ObjectWriter = Pick<
  S3Client,
  | 'putObject'
  | 'createMultipartUpload'
  | 'uploadPart'
  | 'completeMultipartUpload'
  | 'abortMultipartUpload'
>;

/** The storage calls for sending an object to a browser. */
export type ObjectReader = Pick<S3Client, 'headObject' | 'getObject'>;

/** The storage calls for packing a folder. */
export type FolderReader = Pick<S3Client, 'listObjects' | 'listObjectVersions' | 'getObject'>;

/** The storage calls for deleting. */
export type ObjectRemover = Pick<
  S3Client,
  'deleteObject' | 'deleteObjects' | 'headObject' | 'listObjects'
>;
