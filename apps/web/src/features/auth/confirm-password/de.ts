import type { Translation } from '#web/lib/i18n/messages.ts';
import type { confirmPasswordText } from './en.ts';

export const confirmPasswordDe: Translation<typeof confirmPasswordText> = {
  title: 'Passwort bestätigen',
  text: 'Ihre Anmeldung liegt mehr als 15 Minuten zurück. Geben Sie zum Fortfahren das Passwort von {{name}} ein.',
  password: 'Passwort',
  noPassword: 'Geben Sie Ihr Passwort ein.',
  submit: 'Fortfahren',
};
