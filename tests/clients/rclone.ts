import type { ClientProgram } from './client.ts';

const at = (bucket: string, key: string) => `store:${bucket}/${key}`;

/** rclone with its S3 backend, configured to use parts from 16 MiB on. */
export const rclone: ClientProgram = {
  name: 'rclone',
  environment: (target) => ({
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_STORE_TYPE: 's3',
    RCLONE_CONFIG_STORE_PROVIDER: 'Other',
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: target.accessKey,
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: target.secretKey,
    RCLONE_CONFIG_STORE_ENDPOINT: target.endpoint,
    RCLONE_CONFIG_STORE_REGION: target.region,
    RCLONE_CONFIG_STORE_UPLOAD_CUTOFF: '16M',
    RCLONE_CONFIG_STORE_CHUNK_SIZE: '8M',
  }),
  createBucket: (bucket) => ['mkdir', `store:${bucket}`],
  put: (file, bucket, key) => ['copyto', file, at(bucket, key)],
  putInParts: (file, bucket, key) => ['copyto', file, at(bucket, key)],
  get: (bucket, key, file) => ['copyto', at(bucket, key), file],
  list: (bucket) => ['lsf', '--recursive', `store:${bucket}`],
  copy: (bucket, from, to) => ['copyto', at(bucket, from), at(bucket, to)],
  sync: (folder, bucket, prefix) => ['sync', folder, at(bucket, prefix)],
  remove: (bucket, key) => ['deletefile', at(bucket, key)],
  removeBelow: (bucket, prefix) => ['delete', at(bucket, prefix)],
  removeBucket: (bucket) => ['rmdir', `store:${bucket}`],
  extras: (bucket) => [
    { name: 'sizes', args: ['size', `store:${bucket}`] },
    { name: 'times and sizes', args: ['lsl', `store:${bucket}`] },
  ],
};
