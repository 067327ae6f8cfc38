/** Characters of a password (secret key): MinIO asks for 8, and no more than 128 are kept here. */
export const SECRET_LENGTH = { least: 8, most: 128 } as const;
/** Characters of the access key of a user. */
export const ACCESS_KEY_LENGTH = { least: 3, most: 256 } as const;
/** Characters of the name of a group. */
export const GROUP_NAME_LENGTH = { least: 1, most: 256 } as const;

/** What is wrong with the name of a new user or group. */
export type NameProblem = 'empty' | 'short' | 'long' | 'spaces' | 'characters';

/**
 * What is wrong with a name that is to be given; undefined when nothing is. Storage servers write
 * names into lists and paths, so '=', ',' and control characters are not taken.
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

/** What is wrong with a password that is to be set; undefined when nothing is. */
export function secretProblem(secret: string): 'empty' | 'short' | 'long' | undefined {
  if (secret === '') return 'empty';
  if (secret.length < SECRET_LENGTH.least) return 'short';
  return secret.length > SECRET_LENGTH.most ? 'long' : undefined;
}

/**
 * Whether a name is that of a directory's user or group, a distinguished name such as
 * 'uid=ann,ou=people': the storage server takes no such names for its own.
 */
export function isDirectoryName(name: string): boolean {
  return /[=,]/.test(name);
}
