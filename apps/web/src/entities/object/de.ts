import type { Translation } from '#web/lib/i18n/messages.ts';
import type { objectText } from './en.ts';

export const objectDe: Translation<typeof objectText> = {
  gone: '„{{name}}“ existiert nicht mehr.',
  downloadStarted: 'Der Download wurde gestartet, er kann einen Moment dauern',
};
