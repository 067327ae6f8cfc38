import { secretProblem } from '@stowage/domain/principal-names';

/** A new password, typed twice. */
export interface TypedPassword {
  readonly newPassword: string;
  readonly again: string;
}

/** Returns the errors as text keys; undefined if there are none. */
export function passwordProblem({
  newPassword,
  again,
}: TypedPassword): 'empty' | 'short' | 'long' | 'mismatch' | undefined {
  if (again === '') return 'empty';
  return secretProblem(newPassword) ?? (newPassword === again ? undefined : 'mismatch');
}
