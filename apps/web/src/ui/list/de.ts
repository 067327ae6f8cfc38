import type { Translation } from '#web/lib/i18n/messages.ts';
import type { listText } from './en.ts';

export const listDe: Translation<typeof listText> = {
  view: 'Anzeigen',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  enable: 'Aktivieren',
  disable: 'Deaktivieren',
  refresh: 'Aktualisieren',
  gone: 'Dieser Eintrag wurde bereits von jemand anderem gelöscht.',
};
