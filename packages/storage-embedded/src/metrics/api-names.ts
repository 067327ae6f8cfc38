/** Calls that MinIO's metrics name otherwise than S3's reference in lower case. */
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
 * What MinIO's metrics call an operation.
 *
 * @param operation one of the S3 API that the store knows: the others are looked up once and kept
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
