import type { Translation } from '#web/lib/i18n/messages.ts';
import type { bucketAdminText } from './en.ts';

export const bucketAdminDe: Translation<typeof bucketAdminText> = {
  menu: 'Einstellungen des Buckets',
  section: {
    summary: 'Übersicht',
    events: 'Ereignisse',
    replication: 'Replikation',
    lifecycle: 'Lebenszyklus',
    cors: 'CORS',
    access: 'Zugriffsübersicht',
    prefix: 'Zugriffsregeln',
    uploads: 'Uploads',
  },
  browse: 'Bucket durchsuchen',
  delete: 'Löschen',
  refresh: 'Aktualisieren',
  created: 'Angelegt {{date}}',
  objects_one: '{{formatted}} Objekt',
  objects_other: '{{formatted}} Objekte',
  failed: 'Der Bucket konnte nicht geladen werden',
  refused: {
    title: 'Sie können die Einstellungen dieses Buckets nicht sehen',
    text: 'Wenden Sie sich an einen Administrator.',
  },
  notOffered: {
    title: '{{section}}: nicht verfügbar',
    text: 'Dieser Server bietet nicht an, was diese Seite braucht.',
  },
  notFound: {
    title: '404 Nicht gefunden',
    text: 'Diese Seite gibt es für diesen Bucket nicht, oder Ihr Konto kann sie nicht sehen.',
    toSummary: 'Zur Übersicht',
  },
};
