import type { Translation } from '#web/lib/i18n/messages.ts';
import type { consoleSessionsText } from './en.ts';

export const consoleSessionsDe: Translation<typeof consoleSessionsText> = {
  title: 'Sitzungen',
  list: 'Sitzungen aller Konten',
  entity: 'Sitzungen',
  failed: 'Die Sitzungen konnten nicht geladen werden.',
  search: 'Sitzungen durchsuchen',
  noResults: 'Keine Sitzung passt zur Suche.',
  truncated: 'Nur die {{formatted}} zuletzt verwendeten Sitzungen werden angezeigt.',
  current: 'Diese Sitzung',
  origin: { server: 'Speicherserver', ldap: 'LDAP', openid: 'Single Sign-on' },
  column: {
    account: 'Konto',
    origin: 'Angemeldet über',
    device: 'Gerät',
    address: 'Adresse',
    used: 'Zuletzt verwendet',
    since: 'Angemeldet',
  },
  end: 'Sitzung beenden',
  notAllowed: 'Ihr Konto darf Sitzungen anderer nicht beenden (admin:DisableUser).',
  own: 'Diese Sitzung beenden Sie mit „Abmelden“.',
  endTitle: 'Sitzung beenden',
  endText:
    '{{name}} wird auf {{device}} ({{address}}) abgemeldet. Solange das Konto nicht deaktiviert ist, kann es sich wieder anmelden.',
  ended: 'Die Sitzung wurde beendet.',
  help: {
    title: 'Sitzungen',
    text: 'Alle, die an dieser Konsole angemeldet sind, von wo auch immer. Das Beenden einer Sitzung meldet den Browser mit seinem nächsten Aufruf ab; Passwort und Rechte des Kontos bleiben, wie sie sind.',
  },
};
