/** Calls that MinIO's metrics name otherwise than S3's reference in lower case. */
const NAMES: ReadonlyMap<string, string> = new Map([
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

/** What MinIO's metrics call an operation. */
export function apiName(operation: string): string {
  return NAMES.get(operation) ?? operation.toLowerCase();
}
