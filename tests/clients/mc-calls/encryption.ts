import { KMS_KEY } from '../../targets/running-target.ts';
import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

/** 32 bytes, in mc's format. */
const CUSTOMER_KEY = 'a1'.repeat(32);
const CONTENT = 'a few bytes';

/** `mc encrypt`, the encryption flags of `mc cp`, and `mc admin kms key`. */
export function encryptionCalls(bucket: string): readonly ClientCall[] {
  const whole = `store/${bucket}`;
  const encrypt = (...args: string[]) => [...quiet, 'encrypt', ...args];
  const kms = (...args: string[]) => [...quiet, 'admin', 'kms', 'key', ...args];
  const customer = ['--enc-c', `${at(bucket, 'mc-customer')}=${CUSTOMER_KEY}`];
  const copy = (key: string, ...flags: string[]) => [
    ...[...quiet, 'cp', ...flags],
    ...[at(bucket, 'copied'), at(bucket, key)],
  ];
  const describe = (key: string) => [...quiet, 'stat', at(bucket, key)];
  return [
    { name: 'encrypt by default', args: encrypt('set', 'sse-s3', whole) },
    { name: 'find it so', args: encrypt('info', whole), shows: 'sse-s3' },
    { name: 'write by default', args: copy('mc-default') },
    { name: 'find it encrypted', args: describe('mc-default'), shows: 'SSE-S3' },
    { name: 'encrypt with a key', args: encrypt('set', 'sse-kms', KMS_KEY, whole) },
    { name: 'find the key', args: encrypt('info', whole), shows: KMS_KEY },
    { name: 'no longer encrypt', args: encrypt('clear', whole) },
    { name: 'copy with --enc-s3', args: copy('mc-s3', '--enc-s3', at(bucket, 'mc-s3')) },
    { name: 'find SSE-S3', args: describe('mc-s3'), shows: 'SSE-S3' },
    {
      name: 'copy with --enc-kms',
      args: copy('mc-kms', '--enc-kms', `${at(bucket, 'mc-kms')}=${KMS_KEY}`),
    },
    { name: 'find SSE-KMS', args: describe('mc-kms'), shows: `${KMS_KEY})` },
    { name: 'read it', args: [...quiet, 'cat', at(bucket, 'mc-kms')], shows: CONTENT },
    // MinIO accepts customer keys over TLS only.
    { name: 'copy with --enc-c', args: copy('mc-customer', ...customer), only: 'embedded' },
    {
      name: 'read it with the key',
      args: [...quiet, 'cat', ...customer, at(bucket, 'mc-customer')],
      shows: CONTENT,
      only: 'embedded',
    },
    {
      name: 'delete what is encrypted',
      args: [...quiet, 'rm', '--recursive', '--force', at(bucket, 'mc-')],
    },
    { name: 'check a key', args: kms('status', 'store'), shows: KMS_KEY },
    // MinIO has a single key, from its environment.
    { name: 'make a key', args: kms('create', 'store', 'client-key'), only: 'embedded' },
    { name: 'list keys', args: kms('list', 'store'), shows: KMS_KEY },
  ];
}
