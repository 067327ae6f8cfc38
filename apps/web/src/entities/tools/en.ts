import { defineMessages } from '#web/lib/i18n/messages.ts';

export const toolHeaderText = defineMessages('tool-header', { return: 'Return to Tools' });
