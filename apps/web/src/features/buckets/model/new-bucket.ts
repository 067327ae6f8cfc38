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

/** The values of the Create Bucket form. */
export interface NewBucket {
  readonly name: string;
  readonly versioning: boolean;
  readonly locking: boolean;
  readonly quota: QuotaValues;
  readonly retention: OptionalRetention;
}

/** The form's initial values, also after Clear. */
export const EMPTY_BUCKET: NewBucket = {
  name: '',
  versioning: false,
  locking: false,
  quota: NO_QUOTA,
  retention: { enabled: false, ...NO_RETENTION },
};

/**
 * Applies the consequences of a change: retention requires locking, locking requires versioning,
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

/** Returns the rules that a name breaks, one sentence each. */
export function nameErrors(name: string): readonly string[] {
  return bucketNameProblems(name).map((problem) => translate(bucketsText, `rule.${problem}`));
}

/** Returns the errors that prevent the bucket from being created. */
export function bucketErrors({ name, quota, retention }: NewBucket): FieldErrors {
  return {
    name: nameErrors(name).join(' ') || undefined,
    ...errorsBelow('quota', quotaErrors(quota)),
    ...(retention.enabled && errorsBelow('retention', retentionErrors(retention))),
  };
}

/** Returns the request: quota and retention only if enabled. */
export function bucketBody({ quota, retention, ...bucket }: NewBucket): MakeBucket {
  return {
    ...bucket,
    ...(quota.enabled && { quota: quotaBody(quota) }),
    ...(retention.enabled && { retention: retentionBody(retention) }),
  };
}
