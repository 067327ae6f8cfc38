import type { User } from '@stowage/contract/identity/users';
import { ACCESS_KEY_LENGTH, newNameProblem, secretProblem } from '@stowage/domain/principal-names';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { FieldErrors } from '#web/ui/form/draft-form.ts';
import type { usersText } from '../en.ts';

/** The values of the user dialog. */
export interface UserDraft {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly enabled: boolean;
  readonly groups: readonly string[];
  readonly policies: readonly string[];
}

/** Returns the dialog's initial values, for a new or an existing user. */
export function userDraft(user: User | undefined): UserDraft {
  return {
    accessKey: user?.accessKey ?? '',
    secretKey: '',
    enabled: user?.status !== 'disabled',
    groups: user?.memberOf ?? [],
    policies: user?.policy ?? [],
  };
}

/**
 * Returns the errors in the draft. An existing user's password stays unchanged if none is entered.
 */
export function userErrors(
  { accessKey, secretKey }: UserDraft,
  isNew: boolean,
  t: Translate<(typeof usersText)['english']>,
): FieldErrors {
  const name = isNew ? newNameProblem(accessKey, ACCESS_KEY_LENGTH) : undefined;
  const secret = secretProblem(secretKey);
  return {
    accessKey: name && t(name === 'empty' ? 'error.accessKey' : 'error.accessKeyRules'),
    secretKey:
      secret === 'empty'
        ? isNew
          ? t('error.secretKey')
          : undefined
        : secret && t(`error.${secret}`),
  };
}
