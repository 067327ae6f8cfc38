import type { Translation } from '#web/lib/i18n/messages.ts';
import type { deletionText } from './en.ts';

export const deletionDe: Translation<typeof deletionText> = {
  action: 'Löschen',
  title: 'Bucket löschen',
  note: 'Ein Bucket kann nur gelöscht werden, wenn er leer ist.',
  forced:
    'Der gesamte Inhalt wird mitgelöscht. Das kann nicht rückgängig gemacht werden: {{names}}.',
  one: 'Der Bucket {{name}} wird gelöscht.',
  many: '{{count}} Buckets werden gelöscht: {{names}}.',
  manyTyped: '{{count}} Buckets',
  done: 'Der Bucket „{{name}}“ wurde gelöscht.',
  manyDone: '{{count}} Buckets wurden gelöscht.',
  someFailed: '{{failed}} von {{asked}} Buckets konnten nicht gelöscht werden.\n{{reasons}}',
  notEmpty: 'Nicht leer: {{names}}.',
  offer:
    'Der Inhalt kann vorher gelöscht werden: alle Objekte mit allen Versionen sowie unvollständige Uploads. Das kann nicht rückgängig gemacht werden.',
  cannotEmpty: 'Ihr Konto darf den Inhalt nicht löschen.',
  empty: 'Leeren und löschen',
  emptying: '{{name}} wird geleert',
  deleted_one: '{{formatted}} gelöscht',
  deleted_other: '{{formatted}} gelöscht',
  stop: 'Anhalten',
  stopped: 'Angehalten. Was bis dahin gelöscht wurde, ist weg; der Bucket besteht noch.',
  goOn: 'Fortsetzen',
  refused_one: '{{formatted}} Objekt konnte nicht gelöscht werden, {{name}} bleibt daher bestehen:',
  refused_other:
    '{{formatted}} Objekte konnten nicht gelöscht werden, {{name}} bleibt daher bestehen:',
  more_one: 'und {{formatted}} weiteres',
  more_other: 'und {{formatted}} weitere',
  close: 'Schließen',
};
