import { ERRORS, type ErrorCode } from '@stowage/contract/errors';
import { defineMessages } from '#web/lib/i18n/messages.ts';

export const apiText = defineMessages('api', {
  unreachable: 'The console server cannot be reached.',
  tooLargeForProxy: 'A proxy in front of the console accepts no requests of this size.',
  brokenOff: 'The download broke off.',
  retryIn_one: 'Try again in {{count}} second.',
  retryIn_other: 'Try again in {{count}} seconds.',
});

const sentences = Object.entries(ERRORS).map(([code, { message }]) => [code, message]);

/** The texts for each error of the contract's table; in English the server's own. */
export const errorText = defineMessages<Readonly<Record<ErrorCode, string>>>(
  'errors',
  Object.fromEntries(sentences),
);
