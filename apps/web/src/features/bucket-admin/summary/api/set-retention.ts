import { setRetention } from '@stowage/contract/bucket-admin/settings';
import type { RetentionMode, RetentionUnit } from '@stowage/domain/retention';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface NewRetention {
  readonly mode: RetentionMode;
  readonly unit: RetentionUnit;
  readonly validity: number;
  readonly revision: string;
}

/** Locks new objects for a time. */
export function useSetRetention(bucket: string) {
  return useBucketChange(({ revision, ...body }: NewRetention) =>
    call(setRetention, { params: { bucket }, query: { revision }, body }),
  );
}
