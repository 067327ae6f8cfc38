import { disableEncryption, enableEncryption } from '@stowage/contract/bucket-admin/settings';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewEncryption {
  readonly type: 'disabled' | 'sse-s3' | 'sse-kms';
  /** With sse-kms: the key; the server's default key without it. */
  readonly key?: string;
  readonly revision: string;
}

/** Sets how new objects are encrypted; 'disabled' has a call of its own. */
export function useSetEncryption(bucket: string) {
  return useBucketChange(({ type, key, revision }: NewEncryption) => {
    const target = { params: { bucket }, query: { revision } };
    if (type === 'disabled') return call(disableEncryption, target);
    const body = { encType: type, ...(key === undefined ? {} : { kmsKeyID: key }) };
    return call(enableEncryption, { ...target, body });
  });
}
