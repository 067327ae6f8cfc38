import type { Translation } from '#web/lib/i18n/messages.ts';
import type { securityLogText } from './en.ts';

export const securityLogDe: Translation<typeof securityLogText> = {
  title: 'Sicherheitsprotokoll',
  list: 'Sicherheitsereignisse',
  entity: 'Ereignisse',
  failed: 'Das Sicherheitsprotokoll konnte nicht geladen werden.',
  search: 'Konten suchen',
  filter: 'Ereignis',
  all: 'Alle Ereignisse',
  noResults: 'Kein Ereignis entspricht der Suche.',
  column: {
    event: 'Ereignis',
    account: 'Konto',
    address: 'Adresse',
    reason: 'Einzelheiten',
    at: 'Zeit',
  },
  event: {
    'login.succeeded': 'Anmeldung',
    'login.failed': 'Anmeldung fehlgeschlagen',
    logout: 'Abmeldung',
    'session.revoked': 'Sitzung von einem Benutzer beendet',
    'session.expired': 'Sitzung abgelaufen',
    'session.ended': 'Sitzung von der Konsole beendet',
    'password.changed': 'Passwort geändert',
    'password.refused': 'Aktuelles Passwort falsch',
  },
  help: {
    title: 'Sicherheitsprotokoll',
    text: 'Wer sich an dieser Konsole angemeldet hat, wer abgewiesen wurde und wie Sitzungen endeten: die letzten 90 Tage, höchstens 5.000 Ereignisse jeder Art. Bei fehlgeschlagenen Anmeldungen steht hier der eingegebene Name. Was Konten am Speicherserver getan haben, steht im Audit-Protokoll.',
  },
};
