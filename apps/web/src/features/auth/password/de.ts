import type { Translation } from '#web/lib/i18n/messages.ts';
import type { passwordText } from './en.ts';

export const passwordDe: Translation<typeof passwordText> = {
  title: 'Passwort ändern',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  again: 'Neues Passwort wiederholen',
  save: 'Speichern',
  done: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen sind beendet.',
  note: 'Ihre anderen Sitzungen enden, und Programme, die dieses Passwort verwenden, brauchen das neue.',
  error: {
    empty: 'Füllen Sie alle drei Felder aus.',
    short: 'Passwörter müssen mindestens 8 Zeichen lang sein',
    long: 'Passwörter dürfen höchstens 128 Zeichen lang sein',
    mismatch: 'Die neuen Passwörter stimmen nicht überein',
  },
};
