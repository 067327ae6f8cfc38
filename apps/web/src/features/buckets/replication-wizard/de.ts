import type { Translation } from '#web/lib/i18n/messages.ts';
import type { wizardText } from './en.ts';

export const wizardDe: Translation<typeof wizardText> = {
  title: 'Replikation mehrerer Buckets einrichten',
  step: { remote: 'Entfernter Server', assign: 'Zuordnung der Buckets' },
  create: 'Einrichten',
  transfer: 'Übertragung',
  intro_one: 'Wählen Sie das Ziel für {{count}} Bucket.',
  intro_other: 'Wählen Sie für jeden der {{count}} Buckets ein Ziel.',
  destinationOf: 'Entfernter Bucket für {{name}}',
  choose: 'Bucket auswählen',
  missing: 'Wählen Sie für jeden Bucket einen entfernten Bucket.',
  running: 'Die Replikation von {{name}} wird eingerichtet',
  nothingFound: 'Kein Bucket heißt so.',
  done: '{{name}} wird repliziert',
  failed: 'Für {{name}} konnte keine Replikation eingerichtet werden: {{reason}}',
  noAnswer: 'Keine Änderungen vorgenommen',
  noRemote: {
    title: 'Mit diesen Zugangsdaten sind auf dem entfernten Server keine Buckets sichtbar',
    text: 'Legen Sie die Buckets dort zuerst an, mit Versionierung, oder gehen Sie zurück und verwenden Sie andere Zugangsdaten.',
  },
  versioning: 'Auf beiden Seiten ist Versionierung erforderlich. Nicht versioniert: {{names}}.',
  allDone_one: '{{count}} Bucket wird repliziert.',
  allDone_other: '{{count}} Buckets werden repliziert.',
};
