import type { Translation } from '#web/lib/i18n/messages.ts';
import type { sessionsText } from './en.ts';

export const sessionsDe: Translation<typeof sessionsText> = {
  title: 'Meine Sitzungen',
  list: 'Sitzungen',
  device: '{{browser}} unter {{system}}',
  unknownDevice: 'Unbekanntes Gerät',
  current: 'Diese Sitzung',
  facts: '{{address}} · zuletzt verwendet {{age}} · angemeldet {{since}}',
  end: 'Beenden',
  endOf: 'Sitzung beenden: {{device}}, {{address}}',
  endAll: 'Alle meine Sitzungen beenden',
  close: 'Schließen',
  ended: 'Die Sitzung wurde beendet.',
  failed: 'Die Sitzungen konnten nicht geladen werden.',
};
