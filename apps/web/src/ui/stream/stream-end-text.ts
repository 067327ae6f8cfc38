import { isErrorCode } from '@stowage/contract/errors';
import { CLOSE } from '@stowage/contract/stream';
import { errorText } from '#web/lib/api/en.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import type { StreamEnd } from '#web/lib/stream/connection.ts';
import { streamText } from './en.ts';

/**
 * Why a stream has ended, in words. A browser does not learn why it could not be opened.
 * @param done what is said of one that the server ended as it should
 */
export function streamEndText({ code, reason }: StreamEnd, done?: string): string {
  if (isErrorCode(reason)) return translate(errorText, reason);
  if (code === CLOSE.done) return done ?? translate(streamText, 'ended.done');
  return translate(streamText, 'ended.refused');
}
