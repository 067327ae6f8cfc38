import type { ClientProgram } from './client.ts';

/** s3cmd with its defaults: parts of 15 MiB above 15 MiB. */
export const s3cmd: ClientProgram = {
  name: 's3cmd',
  files: (target) => ({
    '.s3cfg': [
      '[default]',
      `access_key = ${target.accessKey}`,
      `secret_key = ${target.secretKey}`,
      `bucket_location = ${target.region}`,
      `host_base = ${new URL(target.endpoint).host}`,
      `host_bucket = ${new URL(target.endpoint).host}`,
      'use_https = False',
      'progress_meter = False',
      '',
    ].join('\n'),
  }),
  environment: () => ({}),
  createBucket: (bucket) => ['mb', `s3://${bucket}`],
  put: (file, bucket, key) => ['put', file, `s3://${bucket}/${key}`],
  putInParts: (file, bucket, key) => ['put', file, `s3://${bucket}/${key}`],
  get: (bucket, key, file) => ['get', '--force', `s3://${bucket}/${key}`, file],
  list: (bucket) => ['ls', '--recursive', `s3://${bucket}`],
  copy: (bucket, from, to) => ['cp', `s3://${bucket}/${from}`, `s3://${bucket}/${to}`],
  sync: (folder, bucket, prefix) => ['sync', `${folder}/`, `s3://${bucket}/${prefix}/`],
  remove: (bucket, key) => ['del', `s3://${bucket}/${key}`],
  removeBelow: (bucket, prefix) => ['del', '--recursive', `s3://${bucket}/${prefix}`],
  removeBucket: (bucket) => ['rb', `s3://${bucket}`],
  extras: (bucket) => [
    { name: 'describe the bucket', args: ['info', `s3://${bucket}`] },
    { name: 'disk usage', args: ['du', `s3://${bucket}`] },
  ],
};
