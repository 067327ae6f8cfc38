import type { Translation } from '#web/lib/i18n/messages.ts';
import type { tagPairsText } from './en.ts';

export const tagPairsDe: Translation<typeof tagPairsText> = {
  key: 'Tag-Schlüssel',
  keyOf: 'Tag-Schlüssel {{number}}',
  value: 'Tag-Wert',
  valueOf: 'Tag-Wert {{number}}',
  keyTooLong: 'Höchstens {{max}} Zeichen.',
  valueTooLong: 'Höchstens {{max}} Zeichen.',
  add: 'Tag hinzufügen',
  addRefused: 'Füllen Sie zuerst das letzte Tag aus.',
  remove: 'Tag {{number}} entfernen',
};
