import { setQuota } from '@stowage/contract/bucket-admin/settings';
import type { QuotaType } from '@stowage/domain/retention';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewQuota {
  readonly enabled: boolean;
  readonly quota_type?: QuotaType;
  /** Bytes. */
  readonly amount?: number;
  readonly revision: string;
}

/** Limits what the bucket may hold, or lifts the limit. */
export function useSetQuota(bucket: string) {
  return useBucketChange(({ revision, ...body }: NewQuota) =>
    call(setQuota, { params: { bucket }, query: { revision }, body }),
  );
}
