import { isErrorCode } from '@stowage/contract/errors';
import { errorText } from '#web/lib/api/en.ts';
import { translate } from '#web/lib/i18n/messages.ts';

/** Returns the sentence for an error code; the code itself if there is none. */
export function errorWords(code: string): string {
  return isErrorCode(code) ? translate(errorText, code) : code;
}
