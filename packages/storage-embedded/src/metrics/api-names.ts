/** Calls whose names in MinIO's metrics are not the lower-case names of the S3 reference. */
const NAMES = new Map<string, string>([
  ['CreateBucket', 'putbucket'],
  ['ListObjects', 'listobjectsv1'],
  ['CreateMultipartUpload', 'newmultipartupload'],
  ['UploadPart', 'putobjectpart'],
  ['UploadPartCopy', 'copyobjectpart'],
  ['ListParts', 'listobjectparts'],
  ['DeleteObjects', 'deletemultipleobjects'],
  ['PostObject', 'postpolicybucket'],
  ['GetObjectLockConfiguration', 'getbucketobjectlockconfig'],
  ['PutObjectLockConfiguration', 'putbucketobjectlockconfig'],
  ['GetBucketLifecycleConfiguration', 'getbucketlifecycle'],
  ['PutBucketLifecycleConfiguration', 'putbucketlifecycle'],
  ['DeleteBucketLifecycle', 'deletebucketlifecycle'],
  ['GetBucketNotificationConfiguration', 'getbucketnotification'],
  ['PutBucketNotificationConfiguration', 'putbucketnotification'],
  ['GetBucketReplication', 'getbucketreplicationconfiguration'],
  ['PutBucketReplication', 'putbucketreplicationconfiguration'],
  ['DeleteBucketReplication', 'deletebucketreplicationconfiguration'],
]);

/**
 * Returns the name of an operation in MinIO's metrics.
 *
 * @param operation of the S3 API and known to the store: other names are cached as well
 */
export function apiName(operation: string): string {
  const known = NAMES.get(operation);
  if (known !== undefined) {
    return known;
  }
  const name = operation.toLowerCase();
  NAMES.set(operation, name);
  return name;
}
