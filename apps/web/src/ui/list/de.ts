import type { Translation } from '#web/lib/i18n/messages.ts';
import type { listText } from './en.ts';

export const listDe: Translation<typeof listText> = {
  edit: 'Bearbeiten',
  delete: 'Löschen',
  enable: 'Aktivieren',
  disable: 'Deaktivieren',
  gone: 'Dieser Eintrag wurde bereits von jemand anderem gelöscht.',
};
