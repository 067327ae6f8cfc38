import type { Translation } from '#web/lib/i18n/messages.ts';
import type { toolHeaderText } from './en.ts';

export const toolHeaderDe: Translation<typeof toolHeaderText> = {
  return: 'Zurück zu den Werkzeugen',
};
