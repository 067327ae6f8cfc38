import { isErrorCode } from '@stowage/contract/errors';
import { CLOSE } from '@stowage/contract/stream';
import { errorText } from '#web/lib/api/en.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import type { StreamEnd } from '#web/lib/stream/connection.ts';
import { streamText } from './en.ts';

/**
 * Explains why a stream has ended. Browsers do not reveal why it could not be opened.
 * @param done the text for a stream that the server ended normally
 */
export function streamEndText({ code, reason }: StreamEnd, done?: string): string {
  if (isErrorCode(reason)) return translate(errorText, reason);
  if (code === CLOSE.done) return done ?? translate(streamText, 'ended.done');
  return translate(streamText, 'ended.refused');
}
