import { defineMessages } from '#web/lib/i18n/messages.ts';

export const objectText = defineMessages('object', {
  gone: "'{{name}}' no longer exists.",
  downloadStarted: 'Download process started, it may take a few moments to complete',
});
