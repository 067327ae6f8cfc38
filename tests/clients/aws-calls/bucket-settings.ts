import type { ClientCall } from '../client.ts';

const LIFECYCLE = JSON.stringify({
  Rules: [
    {
      ID: 'aws-rule',
      Status: 'Enabled',
      Filter: { Prefix: 'tmp/' },
      Expiration: { Days: 7 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
  ],
});
const CORS = JSON.stringify({
  CORSRules: [
    { ID: 'aws-rule', AllowedOrigins: ['https://*.example'], AllowedMethods: ['GET', 'PUT'] },
  ],
});

/** Lifecycle, CORS and conditional writes and deletes, as `aws s3api` sends them. */
export function bucketSettingCalls(from: string): readonly ClientCall[] {
  const bucket = `${from}-settings`;
  const api = (call: string, ...args: string[]) => ['s3api', call, '--bucket', bucket, ...args];
  const object = ['--key', 'object'];
  // MinIO stores no CORS rules and ignores conditions on deletes.
  const only = 'embedded' as const;
  return [
    { name: 'make a bucket for settings', args: ['s3', 'mb', `s3://${bucket}`] },
    {
      name: 'set a lifecycle',
      args: api('put-bucket-lifecycle-configuration', '--lifecycle-configuration', LIFECYCLE),
    },
    {
      name: 'read the lifecycle',
      args: api('get-bucket-lifecycle-configuration'),
      shows: '"aws-rule"',
    },
    { name: 'remove the lifecycle', args: api('delete-bucket-lifecycle') },
    {
      name: 'find no lifecycle',
      args: api('get-bucket-lifecycle-configuration'),
      refuses: 'NoSuchLifecycleConfiguration',
    },
    {
      name: 'set CORS rules',
      args: api('put-bucket-cors', '--cors-configuration', CORS),
      only,
    },
    { name: 'read CORS rules', args: api('get-bucket-cors'), shows: 'https://*.example', only },
    { name: 'remove CORS rules', args: api('delete-bucket-cors'), only },
    {
      name: 'write only what is new',
      args: api('put-object', ...object, '--if-none-match', '*'),
      shows: 'ETag',
    },
    {
      name: 'be refused to write it again',
      args: api('put-object', ...object, '--if-none-match', '*'),
      refuses: 'PreconditionFailed',
    },
    {
      name: 'be refused to delete another version of it',
      args: api('delete-object', ...object, '--if-match', 'other'),
      refuses: 'PreconditionFailed',
      only,
    },
    { name: 'delete the object', args: api('delete-object', ...object) },
    { name: 'delete the bucket for settings', args: ['s3', 'rb', `s3://${bucket}`] },
  ];
}
