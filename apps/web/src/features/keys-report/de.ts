import type { Translation } from '#web/lib/i18n/messages.ts';
import type { keysReportText } from './en.ts';

export const keysReportDe: Translation<typeof keysReportText> = {
  title: 'Zugriffsschlüssel',
  list: 'Zugriffsschlüssel',
  entity: 'Zugriffsschlüssel',
  failed: 'Die Zugriffsschlüssel konnten nicht geladen werden',
  search: 'Zugriffsschlüssel suchen',
  noResults: 'Kein Zugriffsschlüssel passt zu dieser Suche.',
  usageUnknown: 'Es ist nicht bekannt, wann diese Zugriffsschlüssel zuletzt verwendet wurden.',
  some: '{{shown}} von {{total}} Zugriffsschlüsseln sind aufgeführt.',
  column: {
    key: 'Zugriffsschlüssel',
    risks: 'Risiken',
    width: 'Rechte',
    age: 'Erstellt',
    used: 'Zuletzt verwendet',
    expires: 'Läuft ab',
  },
  kind: {
    root: 'Root',
    user: 'Benutzer',
    serviceAccount: '{{owner}} (Dienstkonto)',
  },
  disabled: 'Deaktiviert',
  show: 'Anzeigen',
  all: 'Alle ({{formatted}})',
  onlyRisk: '{{risk}} ({{formatted}})',
  risk: { tooWide: 'Zu viele Rechte', unused: 'Ungenutzt', neverExpires: 'Läuft nie ab' },
  width: {
    none: 'Keine',
    some: 'Begrenzt',
    readsAll: 'Liest alle Buckets',
    writesAll: 'Schreibt in alle Buckets',
    grants: 'Kann jedes Recht vergeben',
  },
  atMost: 'Höchstens: {{width}}',
  never: 'Nie',
  unknown: 'Unbekannt',
  help: {
    title: 'Zugriffsschlüssel',
    text: 'Ersetzen Sie Schlüssel mit zu vielen Rechten durch Dienstkonten mit eigener Richtlinie, löschen Sie Schlüssel, die seit 90 Tagen nicht verwendet wurden, und lassen Sie Dienstkonten ablaufen.',
  },
};
