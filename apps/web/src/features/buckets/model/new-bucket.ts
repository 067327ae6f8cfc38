import type { MakeBucket } from '@stowage/contract/buckets';
import { bucketNameProblems } from '@stowage/domain/bucket-name';
import {
  NO_QUOTA,
  type QuotaValues,
  quotaBody,
  quotaErrors,
} from '#web/entities/bucket/quota-fields.tsx';
import {
  NO_RETENTION,
  type OptionalRetention,
  retentionBody,
  retentionErrors,
} from '#web/entities/bucket/retention-fields.tsx';
import { translate } from '#web/lib/i18n/messages.ts';
import { errorsBelow, type FieldErrors } from '#web/ui/form/draft-form.ts';
import { bucketsText } from '../en.ts';

/** What the Create Bucket form holds. */
export interface NewBucket {
  readonly name: string;
  readonly versioning: boolean;
  readonly locking: boolean;
  readonly quota: QuotaValues;
  readonly retention: OptionalRetention;
}

/** The form before anything was typed, and after Clear. */
export const EMPTY_BUCKET: NewBucket = {
  name: '',
  versioning: false,
  locking: false,
  quota: NO_QUOTA,
  retention: { enabled: false, ...NO_RETENTION },
};

/**
 * What follows from a change: retention needs locking, locking needs versioning,
 * and without versioning there is no retention.
 */
export function followBucket(bucket: NewBucket, before: NewBucket): NewBucket {
  const { versioning, locking, retention } = bucket;
  if (before.versioning && !versioning) {
    return { ...bucket, locking: false, retention: EMPTY_BUCKET.retention };
  }
  if (retention.enabled && !locking) return { ...bucket, locking: true, versioning: true };
  return locking && !versioning ? { ...bucket, versioning: true } : bucket;
}

/** The rules that a name breaks, each in a sentence. */
export function nameErrors(name: string): readonly string[] {
  return bucketNameProblems(name).map((problem) => translate(bucketsText, `rule.${problem}`));
}

/** What keeps the bucket from being created. */
export function bucketErrors({ name, quota, retention }: NewBucket): FieldErrors {
  return {
    name: nameErrors(name).join(' ') || undefined,
    ...errorsBelow('quota', quotaErrors(quota)),
    ...(retention.enabled && errorsBelow('retention', retentionErrors(retention))),
  };
}

/** What is sent: quota and retention only when they are on. */
export function bucketBody({ quota, retention, ...bucket }: NewBucket): MakeBucket {
  return {
    ...bucket,
    ...(quota.enabled && { quota: quotaBody(quota) }),
    ...(retention.enabled && { retention: retentionBody(retention) }),
  };
}
