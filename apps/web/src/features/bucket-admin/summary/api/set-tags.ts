import { setTags } from '@stowage/contract/bucket-admin/settings';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewTags {
  readonly tags: Readonly<Record<string, string>>;
  readonly revision: string;
}

/** Gives the bucket exactly these tags. */
export function useSetTags(bucket: string) {
  return useBucketChange(({ revision, tags }: NewTags) =>
    call(setTags, { params: { bucket }, query: { revision }, body: { tags: { ...tags } } }),
  );
}
