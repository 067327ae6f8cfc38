import { anonymousMayRead, type ReadObject } from '@stowage/domain/bucket-access';
import type { S3Client } from '@stowage/storage-client/s3';
import { hasCode } from '../../upstream/has-code.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';

type PolicyReader = Pick<S3Client, 'getBucketPolicy' | 'presignGetObject'>;

/** The URL of an object without a signature, if anonymous users may read it. */
export async function publicAddress(
  s3: PolicyReader,
  version: ReadObject,
  publicEndpoint: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { bucket } = version;
  const policy = await unlessDenied(s3.getBucketPolicy({ bucket, signal }).catch(withoutPolicy));
  if (policy === undefined || !anonymousMayRead(version, policy)) return undefined;
  const url = new URL(s3.presignGetObject({ ...version, publicEndpoint, expiresSeconds: 1 }));
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('X-Amz-')) url.searchParams.delete(name);
  }
  return url.href;
}

function withoutPolicy(error: unknown): undefined {
  if (hasCode(error, 'NoSuchBucketPolicy')) return;
  throw error;
}
