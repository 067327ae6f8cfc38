import type { MakeBucket } from '@stowage/contract/buckets';
import { isBucketName } from '@stowage/domain/bucket-name';
import { type BucketDraft, isQuotaSize, isRetentionValidity } from '@stowage/domain/retention';
import { sizeToBytes } from '@stowage/domain/units';

/** Whether a draft can be sent as it stands. */
export function isDraftValid(draft: BucketDraft): boolean {
  return (
    isBucketName(draft.name) &&
    (!draft.quotaOn || isQuotaSize(draft.quotaSize, draft.quotaUnit)) &&
    (!draft.retentionOn || isRetentionValidity(draft.retentionValidity, draft.retentionUnit))
  );
}

/** What is sent for a valid draft: quota in bytes; quota and retention only when they are on. */
export function newBucket(draft: BucketDraft): MakeBucket {
  const { name, versioning, locking, quotaType, retentionMode, retentionUnit } = draft;
  const bytes = sizeToBytes({ value: draft.quotaSize ?? 0, unit: draft.quotaUnit }) ?? 0n;
  return {
    name,
    versioning,
    locking,
    ...(draft.quotaOn && {
      quota: { enabled: true, quota_type: quotaType, amount: Number(bytes) },
    }),
    ...(draft.retentionOn && {
      retention: {
        mode: retentionMode,
        unit: retentionUnit,
        validity: draft.retentionValidity ?? 1,
      },
    }),
  };
}
