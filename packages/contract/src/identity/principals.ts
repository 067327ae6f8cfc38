import { z } from '../zod.ts';

/** The fewest characters of a password (secret key). */
export const LEAST_SECRET = 8;
const MOST_SECRET = 128;
const LEAST_ACCESS_KEY = 3;
const MOST_ACCESS_KEY = 256;

/** A user, group or policy that is there: any name, as directories have them. */
export const PrincipalName = z.string().min(1).max(1024);

/** Names that a list is replaced by, or that something is done with. */
export const PrincipalNames = z.array(PrincipalName).max(10_000);

/** Names that are written into lists and paths of the storage server. */
function newName(most: number) {
  return z
    .string()
    .max(most, `must have at most ${most} characters`)
    .refine((name) => name.trim() === name, 'must not begin or end with a space')
    .regex(/^[^=,\p{Cc}]*$/u, "must not hold '=', ',' or control characters");
}

/** The access key of a new user. */
export const NewAccessKey = newName(MOST_ACCESS_KEY).min(
  LEAST_ACCESS_KEY,
  `must have at least ${LEAST_ACCESS_KEY} characters`,
);

/** The name of a new group. */
export const NewGroupName = newName(MOST_ACCESS_KEY).min(1, 'must not be empty');

/** A password that is set. */
export const NewSecretKey = z
  .string()
  .min(LEAST_SECRET, `must have at least ${LEAST_SECRET} characters`)
  .max(MOST_SECRET, `must have at most ${MOST_SECRET} characters`);

export const PrincipalStatus = z.enum(['enabled', 'disabled']);
export type PrincipalStatus = z.infer<typeof PrincipalStatus>;

/**
 * Names the state of a user or a group. A change that carries the revision it is based on is
 * refused with ChangedMeanwhile when somebody else was faster; without one it is made anyway.
 */
export const PrincipalQuery = z.object({ name: PrincipalName });
export const PrincipalChangeQuery = PrincipalQuery.extend({ revision: z.string().optional() });

export const principalErrors = [
  'SessionRequired',
  'AccessDenied',
  'InvalidInput',
  'NotSupported',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFailed',
] as const;
