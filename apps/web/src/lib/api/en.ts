import { defineMessages } from '#web/lib/i18n/messages.ts';

export const apiText = defineMessages('api', {
  unreachable: 'The console server cannot be reached.',
});
