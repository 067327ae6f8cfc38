import { secretProblem } from '@stowage/domain/principal-names';

/** A new password, typed twice. */
export interface TypedPassword {
  readonly newPassword: string;
  readonly again: string;
}

/** What is wrong with it, as keys of words; undefined when nothing is. */
export function passwordProblem({
  newPassword,
  again,
}: TypedPassword): 'empty' | 'short' | 'long' | 'mismatch' | undefined {
  if (again === '') return 'empty';
  return secretProblem(newPassword) ?? (newPassword === again ? undefined : 'mismatch');
}
