import { z } from 'zod';

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
  'SessionRequired',
  'AccessDenied',
  'InvalidBucketName',
  'BucketNotFound',
  'NotSupported',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFailed',
] as const;

export const changeErrors = [...readErrors, 'InvalidInput', 'ChangedMeanwhile'] as const;
