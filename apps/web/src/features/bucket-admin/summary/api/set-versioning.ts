import { setVersioning } from '@stowage/contract/bucket-admin/settings';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewVersioning {
  readonly versioning: boolean;
  readonly revision: string;
}

/** Lets the bucket keep versions, or keep no new ones. */
export function useSetVersioning(bucket: string) {
  return useBucketChange(({ revision, versioning }: NewVersioning) =>
    call(setVersioning, { params: { bucket }, query: { revision }, body: { versioning } }),
  );
}
