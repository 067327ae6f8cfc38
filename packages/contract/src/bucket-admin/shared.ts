import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const MAX_KEY_BYTES = 1024;

/** Part of a key, as rules name it. Settings are XML, which cannot say control characters. */
export const KeyPart = z
  .string()
  .max(MAX_KEY_BYTES)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_KEY_BYTES, {
    error: `Too big: at most ${MAX_KEY_BYTES} bytes, as a key`,
    abort: true,
  })
  .refine((text) => !/\p{Cc}/u.test(text), 'It holds control characters');

/** The bucket that a call is about. */
export const BucketParams = z.object({ bucket: z.string() });

/**
 * What names a state of a setting or a rule: it changes whenever the state does.
 * A change that carries the revision it is based on is refused with
 * ChangedMeanwhile when somebody else was faster; without one it is made anyway.
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
