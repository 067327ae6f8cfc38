import { isErrorCode } from '@stowage/contract/errors';
import { errorText } from '#web/lib/api/en.ts';
import { translate } from '#web/lib/i18n/messages.ts';

/** The sentence for a code of the error table; the code itself where it is none. */
export function errorWords(code: string): string {
  return isErrorCode(code) ? translate(errorText, code) : code;
}
