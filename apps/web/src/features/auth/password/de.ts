import type { Translation } from '#web/lib/i18n/messages.ts';
import type { passwordText } from './en.ts';

export const passwordDe: Translation<typeof passwordText> = {
  title: 'Passwort ändern',
  done: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen sind beendet.',
  note: 'Ihre anderen Sitzungen enden, und Programme, die dieses Passwort verwenden, brauchen das neue.',
};
