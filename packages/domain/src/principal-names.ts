/**
 * Length limits of a password (secret key), in characters: MinIO requires at least 8; at most 128
 * are accepted here.
 */
export const SECRET_LENGTH = { least: 8, most: 128 } as const;
/** Length limits of a user's access key, in characters. */
export const ACCESS_KEY_LENGTH = { least: 3, most: 256 } as const;
/** Length limits of a group name, in characters. */
export const GROUP_NAME_LENGTH = { least: 1, most: 256 } as const;

/** Why the name of a new user or group is invalid. */
export type NameProblem = 'empty' | 'short' | 'long' | 'spaces' | 'characters';

/**
 * Returns why a new name is invalid; undefined if it is valid. Storage servers put names into lists
 * and paths, so '=', ',' and control characters are rejected.
 */
export function newNameProblem(
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): NameProblem | undefined {
  if (name === '') return 'empty';
  if (name.trim() !== name) return 'spaces';
  if (/[=,\p{Cc}]/u.test(name)) return 'characters';
  if (name.length < least) return 'short';
  return name.length > most ? 'long' : undefined;
}

/** Returns why a new password is invalid; undefined if it is valid. */
export function secretProblem(secret: string): 'empty' | 'short' | 'long' | undefined {
  if (secret === '') return 'empty';
  if (secret.length < SECRET_LENGTH.least) return 'short';
  return secret.length > SECRET_LENGTH.most ? 'long' : undefined;
}

/**
 * Whether a name is that of a directory user or group, a distinguished name such as
 * 'uid=ann,ou=people': the storage server rejects such names for its own users and groups.
 */
export function isDirectoryName(name: string): boolean {
  return /[=,]/.test(name);
}
