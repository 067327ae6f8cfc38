import type { Translation } from '#web/lib/i18n/messages.ts';
import type { dockText } from './en.ts';

export const dockDe: Translation<typeof dockText> = {
  title: 'Übertragungen',
  running: '{{count}} laufend',
  cancelAll: 'Alle abbrechen',
  collapse: 'Übertragungen einklappen',
  expand: 'Übertragungen ausklappen',
  close: 'Übertragungen schließen',
};
