import { StorageRequestError } from '@stowage/storage-client/errors';
import type { TestConsole } from '../../../testing/test-console.ts';

export async function bucketExists({ s3 }: TestConsole, bucket: string): Promise<boolean> {
  try {
    await s3.headBucket({ bucket });
    return true;
  } catch (error) {
    if (error instanceof StorageRequestError && error.code === 'NoSuchBucket') return false;
    throw error;
  }
}

export const statement = (
  Effect: 'Allow' | 'Deny',
  Action: readonly string[],
  Resource?: readonly string[],
) => ({
  Effect,
  Action,
  ...(Resource && { Resource }),
});

export const policy = (...Statement: readonly object[]) => ({ Version: '2012-10-17', Statement });
