import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const MAX_KEY_BYTES = 1024;

/**
 * A key prefix or suffix in a rule. Settings are XML, which cannot represent control characters.
 */
export const KeyPart = z
  .string()
  .max(MAX_KEY_BYTES)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_KEY_BYTES, {
    error: `Too big: at most ${MAX_KEY_BYTES} bytes, as a key`,
    abort: true,
  })
  .refine((text) => !/\p{Cc}/u.test(text), 'It holds control characters');

/** The bucket of a call. */
export const BucketParams = z.object({ bucket: z.string() });

/**
 * Identifies a state of a setting or a rule, and changes whenever the state does. A change that
 * carries the revision it is based on fails with ChangedMeanwhile after a concurrent change;
 * without a revision it is applied unconditionally.
 */
export const Revision = z.string();
export const RevisionQuery = z.object({ revision: Revision.optional() });

export const readErrors = [
  ...storageErrors,
  'InvalidBucketName',
  'BucketNotFound',
  'NotSupported',
] as const;

export const changeErrors = [...readErrors, 'InvalidInput', 'ChangedMeanwhile'] as const;
