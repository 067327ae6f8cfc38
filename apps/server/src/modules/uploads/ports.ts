import type { S3Client } from '@stowage/storage-client/s3';

/** What listing incomplete uploads needs of the storage. */
export type UploadLister = Pick<S3Client, 'listMultipartUploads' | 'listParts'>;
