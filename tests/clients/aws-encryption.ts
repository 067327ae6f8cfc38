import { KMS_KEY } from '../targets/running-target.ts';
import type { ClientCall } from './client.ts';

/** 32 bytes. */
const CUSTOMER_KEY = 'customer-key-of-exactly-32-bytes';
const CONTENT = 'a few bytes';

/** The encryption flags of `aws s3 cp`, and the default encryption of a bucket. */
export function encryptionCalls(bucket: string): readonly ClientCall[] {
  const at = (key: string) => `s3://${bucket}/${key}`;
  const copy = (key: string, ...flags: string[]) => [
    ...['s3', 'cp', at('copied'), at(key)],
    ...flags,
  ];
  const read = (key: string, ...flags: string[]) => ['s3', 'cp', at(key), '-', ...flags];
  const head = (key: string) => ['s3api', 'head-object', '--bucket', bucket, '--key', key];
  const customer = ['--sse-c', 'AES256', '--sse-c-key', CUSTOMER_KEY];
  const encryption = (operation: string, ...args: string[]) => [
    ...['s3api', `${operation}-bucket-encryption`, '--bucket', bucket],
    ...args,
  ];
  const rule = '{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"AES256"}}]}';
  return [
    { name: 'copy with --sse', args: copy('encrypted/s3', '--sse') },
    { name: 'find AES256', args: head('encrypted/s3'), shows: 'AES256' },
    { name: 'read it', args: read('encrypted/s3'), shows: CONTENT },
    {
      name: 'copy with --sse aws:kms',
      args: copy('encrypted/kms', '--sse', 'aws:kms', '--sse-kms-key-id', KMS_KEY),
    },
    { name: 'find aws:kms', args: head('encrypted/kms'), shows: KMS_KEY },
    { name: 'read that', args: read('encrypted/kms'), shows: CONTENT },
    // MinIO accepts customer keys over TLS only.
    { name: 'copy with --sse-c', args: copy('encrypted/customer', ...customer), only: 'embedded' },
    {
      name: 'read with the key',
      args: read('encrypted/customer', ...customer),
      shows: CONTENT,
      only: 'embedded',
    },
    {
      name: 'encrypt by default',
      args: encryption('put', '--server-side-encryption-configuration', rule),
    },
    { name: 'find it so', args: encryption('get'), shows: 'AES256' },
    { name: 'no longer encrypt', args: encryption('delete') },
    { name: 'delete what is encrypted', args: ['s3', 'rm', '--recursive', at('encrypted/')] },
  ];
}
