import {
  ACCESS_KEY_LENGTH,
  GROUP_NAME_LENGTH,
  type NameProblem,
  newNameProblem,
  SECRET_LENGTH,
} from '@stowage/domain/principal-names';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** An existing user, group or policy with any name, because directories have other rules. */
export const PrincipalName = z.string().min(1).max(1024);

/** Names that replace a list, or that a bulk operation applies to. */
export const PrincipalNames = z.array(PrincipalName).max(10_000);

const WRONG: Readonly<Record<NameProblem, string>> = {
  empty: 'must not be empty',
  short: `must have at least ${ACCESS_KEY_LENGTH.least} characters`,
  long: `must have at most ${ACCESS_KEY_LENGTH.most} characters`,
  spaces: 'must not begin or end with a space',
  characters: "must not hold '=', ',' or control characters",
};

/** Builds the schema of a name that the storage server uses in lists and paths. */
function newName(length: typeof ACCESS_KEY_LENGTH | typeof GROUP_NAME_LENGTH) {
  return z.string().superRefine((name, context) => {
    const problem = newNameProblem(name, length);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: WRONG[problem] });
  });
}

/** The access key of a new user. */
export const NewAccessKey = newName(ACCESS_KEY_LENGTH);

/** The name of a new group. */
export const NewGroupName = newName(GROUP_NAME_LENGTH);

/** A new password. */
export const NewSecretKey = z
  .string()
  .min(SECRET_LENGTH.least, `must have at least ${SECRET_LENGTH.least} characters`)
  .max(SECRET_LENGTH.most, `must have at most ${SECRET_LENGTH.most} characters`);

export const PrincipalStatus = z.enum(['enabled', 'disabled']);
export type PrincipalStatus = z.infer<typeof PrincipalStatus>;

/**
 * Identifies a state of a user or a group. A change that carries the revision it is based on fails
 * with ChangedMeanwhile after a concurrent change; without one it is applied unconditionally.
 */
export const PrincipalQuery = z.object({ name: PrincipalName });
export const PrincipalChangeQuery = PrincipalQuery.extend({ revision: z.string().optional() });

export const principalErrors = [...storageErrors, 'InvalidInput', 'NotSupported'] as const;
