import { bucketSettingCalls } from './aws-calls/bucket-settings.ts';
import { encryptionCalls } from './aws-encryption.ts';
import type { ClientProgram } from './client.ts';

/** The AWS CLI with its defaults: parts of 8 MiB above 8 MiB. */
export const aws: ClientProgram = {
  name: 'aws',
  environment: (target) => ({
    AWS_ACCESS_KEY_ID: target.accessKey,
    AWS_SECRET_ACCESS_KEY: target.secretKey,
    AWS_DEFAULT_REGION: target.region,
    AWS_ENDPOINT_URL: target.endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
  }),
  createBucket: (bucket) => ['s3', 'mb', `s3://${bucket}`],
  put: (file, bucket, key) => ['s3', 'cp', file, `s3://${bucket}/${key}`],
  putInParts: (file, bucket, key) => ['s3', 'cp', file, `s3://${bucket}/${key}`],
  get: (bucket, key, file) => ['s3', 'cp', `s3://${bucket}/${key}`, file],
  list: (bucket) => ['s3', 'ls', '--recursive', `s3://${bucket}/`],
  copy: (bucket, from, to) => ['s3', 'cp', `s3://${bucket}/${from}`, `s3://${bucket}/${to}`],
  sync: (folder, bucket, prefix) => ['s3', 'sync', folder, `s3://${bucket}/${prefix}`],
  remove: (bucket, key) => ['s3', 'rm', `s3://${bucket}/${key}`],
  removeBelow: (bucket, prefix) => ['s3', 'rm', '--recursive', `s3://${bucket}/${prefix}`],
  removeBucket: (bucket) => ['s3', 'rb', `s3://${bucket}`],
  extras: (bucket) => [
    { name: 'head bucket', args: ['s3api', 'head-bucket', '--bucket', bucket] },
    { name: 'list buckets', args: ['s3api', 'list-buckets'] },
    {
      name: 'list page by page',
      args: ['s3api', 'list-objects-v2', '--bucket', bucket, '--page-size', '2'],
    },
    { name: 'list uploads', args: ['s3api', 'list-multipart-uploads', '--bucket', bucket] },
    ...bucketSettingCalls(bucket),
    ...encryptionCalls(bucket),
  ],
};
