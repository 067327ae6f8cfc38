import type { Translation } from '#web/lib/i18n/messages.ts';
import type { usersText } from './en.ts';

export const usersDe: Translation<typeof usersText> = {
  title: 'Benutzer',
  list: 'Benutzer',
  entity: 'Benutzer',
  failed: 'Die Benutzer konnten nicht geladen werden',
  search: 'Benutzer suchen',
  selected: '{{formatted}} ausgewählt',
  noMatch: 'Kein Benutzer passt zu „{{filter}}“.',
  column: {
    accessKey: 'Access Key',
    status: 'Status',
    groups: 'Gruppen',
    policies: 'Richtlinien',
  },
  status: { enabled: 'Aktiviert', disabled: 'Deaktiviert' },
  own: 'Das ist Ihr eigenes Konto.',
  selectFirst: 'Wählen Sie zuerst Benutzer aus.',
  none: {
    text: 'Ein Benutzer ist ein Access Key mit Secret Key und Richtlinien, die sagen, was er darf. Das Root-Konto gehört nicht dazu.',
    action: 'Benutzer erstellen',
    ask: 'Ihr Konto darf keine Benutzer erstellen. Wenden Sie sich an einen Administrator.',
  },
  directory:
    'Einige dieser Benutzer kommen aus einem Verzeichnis (LDAP). Sie werden dort erstellt, deaktiviert und gelöscht; ihre Richtlinien und Dienstkonten werden hier festgelegt.',
  create: {
    action: 'Benutzer erstellen',
    title: 'Benutzer erstellen',
    save: 'Erstellen',
    done: 'Der Benutzer {{name}} wurde erstellt.',
  },
  edit: {
    action: 'Bearbeiten',
    title: 'Benutzer bearbeiten',
    save: 'Speichern',
    done: 'Der Benutzer {{name}} wurde geändert.',
  },
  field: {
    accessKey: 'Access Key',
    secretKey: 'Secret Key',
    newSecretKey: 'Neuer Secret Key',
    newSecretKeyHint: 'Leer lassen, um den aktuellen zu behalten.',
    show: 'Secret Key anzeigen',
    enabled: 'Aktiviert',
    groups: 'Gruppen',
    policies: 'Richtlinien',
    user: 'Ausgewählter Benutzer',
    users: 'Ausgewählte Benutzer',
  },
  error: {
    accessKey: 'Geben Sie einen Access Key ein.',
    accessKeyRules:
      'Ein Access Key hat 3 bis 256 Zeichen, kein „=“ oder „,“ und kein Leerzeichen am Anfang oder Ende.',
    secretKey: 'Geben Sie einen Secret Key ein.',
    short: 'Passwörter müssen mindestens 8 Zeichen lang sein',
    long: 'Passwörter dürfen höchstens 128 Zeichen lang sein',
    noGroup: 'Wählen Sie mindestens eine Gruppe aus',
  },
  addToGroup: {
    action: 'Zu Gruppe hinzufügen',
    title: 'Benutzer zu Gruppe hinzufügen',
    save: 'Hinzufügen',
    doneTitle: 'Die Benutzer wurden zu den Gruppen hinzugefügt.',
    close: 'Schließen',
  },
  remove: {
    action: 'Benutzer löschen',
    title: 'Benutzer löschen',
    text: 'Der Benutzer {{name}} und alle seine Dienstkonten werden gelöscht. Wer diese Schlüssel verwendet, verliert den Zugriff sofort.',
    done: 'Der Benutzer {{name}} wurde gelöscht.',
    gone: 'Der Benutzer {{name}} war schon gelöscht.',
  },
  password: {
    action: 'Passwort ändern',
    title: 'Benutzerpasswort ändern',
    done: 'Das Passwort von {{name}} wurde geändert.',
    own: 'Ihr eigenes Passwort ändern Sie im Kontomenü.',
  },
  detail: {
    failed: 'Der Benutzer konnte nicht geladen werden',
    gone: 'Es gibt keinen Benutzer {{name}}',
    goneText: 'Er wurde gelöscht oder hat nie existiert.',
    back: 'Alle Benutzer anzeigen',
    status: 'Status: {{status}}',
    enable: 'Aktivieren',
    disable: 'Deaktivieren',
    menu: 'Abschnitte des Benutzers',
    section: { groups: 'Gruppen', 'service-accounts': 'Dienstkonten', policies: 'Richtlinien' },
  },
  groups: {
    add: 'Zu Gruppen hinzufügen',
    column: 'Name',
    entity: 'Gruppen',
    none: 'Dieser Benutzer ist in keiner Gruppe.',
    title: 'Gruppen festlegen',
    save: 'Speichern',
    done: 'Die Gruppen von {{name}} wurden geändert.',
  },
  policies: {
    assign: 'Richtlinien zuweisen',
    none: 'Diesem Benutzer ist keine Richtlinie zugewiesen. Die Richtlinien seiner Gruppen gelten ebenfalls.',
  },
  serviceAccounts: {
    needPolicy:
      'Dieser Benutzer hat keine Richtlinie: Ein Dienstkonto könnte nichts tun. Weisen Sie zuerst eine zu.',
  },
  help: {
    title: 'Benutzer',
    text: 'Ein Benutzer meldet sich mit Access Key und Secret Key an. Was er darf, sagen die Richtlinien, die ihm und seinen Gruppen zugewiesen sind; ohne Richtlinie darf er nichts.',
    minio: 'Benutzerverwaltung in MinIO',
  },
};
