import type { Translation } from '#web/lib/i18n/messages.ts';
import type { iamTransferText } from './en.ts';

export const iamTransferDe: Translation<typeof iamTransferText> = {
  title: 'Exportieren und importieren',
  export: {
    title: 'Export',
    text: 'Eine Zip-Datei mit allen Benutzern, Gruppen, Richtlinien und Dienstkonten, wie MinIO-Clients sie exportieren.',
    warning:
      'Die Datei enthält alle geheimen Schlüssel. Wer sie hat, kann sich als jeder anmelden.',
    submit: 'Exportieren',
    file: 'iam-export.zip',
    done: 'Der Export wurde gespeichert.',
  },
  import: {
    title: 'Import',
    text: 'Benutzer, Gruppen, Richtlinien und Dienstkonten gleichen Namens werden überschrieben. Andere bleiben, wie sie sind.',
    file: 'Zip-Datei eines Exports',
    choose: 'Datei auswählen',
    tooLarge: 'Die Datei ist größer als 16 MiB.',
    preview: 'Vorschau',
    submit: 'Importieren',
  },
  preview: {
    list: 'Änderungen',
    entity: 'Änderungen',
    nothing: 'Der Import würde nichts ändern.',
    counts: '{{changing}} Änderungen, {{unchanged}} unverändert',
    some: 'Die ersten {{shown}} sind aufgeführt.',
    column: { name: 'Name', change: 'Änderung' },
  },
  part: {
    policies: 'Richtlinie',
    users: 'Benutzer',
    groups: 'Gruppe',
    serviceAccounts: 'Dienstkonto',
    userPolicies: 'Richtlinien des Benutzers',
    groupPolicies: 'Richtlinien der Gruppe',
    stsPolicies: 'Richtlinien des externen Benutzers',
  },
  change: { added: 'Neu', changed: 'Geändert', removed: 'Entfernt', unknown: 'Nicht vergleichbar' },
  difference: {
    secret: 'geheimer Schlüssel',
    status: 'Status',
    policy: 'Richtlinie',
    members: 'Mitglieder',
    parent: 'Benutzer',
    expiration: 'Ablauf',
    name: 'Name oder Beschreibung',
  },
  note: {
    enabled: 'in der Datei deaktiviert; MinIO aktiviert es',
    expired: 'abgelaufen; der Server lehnt es ab',
    noParent: 'sein Benutzer existiert nicht',
    ownAccount: 'Ihr eigenes Konto',
  },
  result: {
    title: 'Ergebnis',
    list: 'Abgelehnte Einträge',
    done: '{{added}} importiert, {{removed}} entfernt, {{refused}} abgelehnt.',
    unreported:
      'Der Speicherserver hat die Datei angenommen, meldet aber nicht das Ergebnis der einzelnen Einträge.',
    noReason: 'Der Speicherserver sagt nicht, warum.',
    skipped: 'Übersprungen',
    failed: 'Fehlgeschlagen',
  },
};
