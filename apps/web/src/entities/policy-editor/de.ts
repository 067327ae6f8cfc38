import type { Translation } from '#web/lib/i18n/messages.ts';
import type { policyEditorText } from './en.ts';

export const policyEditorDe: Translation<typeof policyEditorText> = {
  template: {
    open: 'Vorlagen',
    read: 'Einen Bucket lesen',
    readWrite: 'Einen Bucket lesen und beschreiben',
    writeOnly: 'Nur in einen Bucket hochladen',
    homeFolder: 'Ein Ordner für jeden Benutzer',
    fromNetwork: 'Nur aus einem Netz',
    untilDate: 'Nur bis zu einem Datum',
    monitoring: 'Den Server überwachen',
    userAdministration: 'Benutzer verwalten',
  },
  format: 'Formatieren',
  findings: 'Probleme in der Richtlinie',
  line: 'Zeile {{line}}',
  noFindings: 'Keine Probleme gefunden.',
  errors_one: '{{count}} Fehler',
  errors_other: '{{count}} Fehler',
  warnings_one: '{{count}} Warnung',
  warnings_other: '{{count}} Warnungen',
  keys: 'Mit Escape und dann Tab verlassen Sie den Editor. Strg und Leertaste schlägt vor, was passt.',
  error: {
    empty: 'Geben Sie eine Richtlinie ein.',
    tooLong: 'Die Richtlinie ist zu lang: höchstens {{limit}}.',
    notJson: 'Dies ist kein gültiges JSON.',
    at: 'Zeile {{line}}: {{message}}',
  },
  warning: {
    'unknown-action': 'Unbekannte Aktion {{subject}}.',
    'unknown-action-meant': 'Unbekannte Aktion {{subject}}. Meinten Sie {{meant}}?',
    'no-bucket': 'Kein Bucket passt zu {{subject}}.',
    'always-denied': 'Ein Deny in dieser Richtlinie setzt dieses Allow immer außer Kraft.',
    'objects-without-key':
      'Diese Aktionen gelten für Objekte, {{subject}} ist aber ein Bucket. Verwenden Sie {{meant}}.',
    'bucket-with-key':
      'Diese Aktionen gelten für Buckets, {{subject}} hat aber ein Präfix. Verwenden Sie {{meant}}.',
    'all-buckets': 'Erlaubt alles auf jedem Bucket.',
    'all-administration': 'Erlaubt die gesamte Verwaltung des Servers.',
    'as-good-as-all': 'Mit {{subject}} kann man sich jedes andere Recht geben.',
  },
};
