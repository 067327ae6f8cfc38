import type { Translation } from '#web/lib/i18n/messages.ts';
import type { objectDetailText } from './en.ts';

export const objectDetailDe: Translation<typeof objectDetailText> = {
  label: 'Details zu {{name}}',
  failed: 'Die Details konnten nicht geladen werden',
  close: 'Details schließen',
  back: 'Zurück zum Ordner',
  key: 'Objektname',
  tab: { details: 'Details', versions: 'Versionen', preview: 'Vorschau' },
  action: { download: 'Herunterladen', share: 'Teilen', delete: 'Löschen' },
  name: 'Name',
  size: 'Größe',
  type: 'Typ',
  etag: 'ETag',
  modified: 'Zuletzt geändert',
  version: 'Versions-ID',
  tags: 'Tags',
  metadata: 'Objektmetadaten',
  none: 'Keine',
};
