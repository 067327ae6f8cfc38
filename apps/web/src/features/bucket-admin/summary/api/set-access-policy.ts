import { type AccessPolicy, setAccessPolicy } from '@stowage/contract/bucket-admin/settings';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewAccess {
  readonly access: AccessPolicy['access'];
  /** With CUSTOM: the policy document, JSON. */
  readonly definition?: string;
  readonly revision: string;
}

/** Makes the bucket private or public, or gives it a policy of its own. */
export function useSetAccessPolicy(bucket: string) {
  return useBucketChange(({ revision, ...body }: NewAccess) =>
    call(setAccessPolicy, { params: { bucket }, query: { revision }, body }),
  );
}
