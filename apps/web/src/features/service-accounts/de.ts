import type { Translation } from '#web/lib/i18n/messages.ts';
import type { accountText } from './en.ts';

export const accountDe: Translation<typeof accountText> = {
  title: 'Dienstkonten',
  changePassword: 'Passwort ändern',
};
