import type { Translation } from '#web/lib/i18n/messages.ts';
import type { groupsText } from './en.ts';

export const groupsDe: Translation<typeof groupsText> = {
  title: 'Gruppen',
  list: 'Gruppen',
  entity: 'Gruppen',
  failed: 'Die Gruppen konnten nicht geladen werden',
  search: 'Gruppen suchen',
  noMatch: 'Keine Gruppe passt zu „{{filter}}“.',
  column: { name: 'Name', accessKey: 'Zugriffsschlüssel' },
  none: {
    text: 'Einer Gruppe können eine oder mehrere Richtlinien zugewiesen sein, die ihre Mitglieder erben.',
    action: 'Gruppe erstellen',
    ask: 'Ihr Konto darf keine Gruppen erstellen. Wenden Sie sich an einen Administrator.',
  },
  create: {
    action: 'Gruppe erstellen',
    title: 'Gruppe erstellen',
    save: 'Erstellen',
    done: 'Die Gruppe {{name}} wurde erstellt.',
  },
  edit: {
    action: 'Bearbeiten',
    title: 'Gruppe bearbeiten',
    save: 'Speichern',
    done: 'Die Gruppe {{name}} wurde geändert.',
  },
  field: {
    name: 'Gruppenname',
    group: 'Ausgewählte Gruppe',
    members: 'Mitglieder',
    users: 'Benutzer',
    enabled: 'Aktiviert',
  },
  error: {
    name: 'Geben Sie einen Gruppennamen ein.',
    nameRules:
      'Ein Gruppenname hat höchstens 256 Zeichen, kein „=“ oder „,“ und kein Leerzeichen am Anfang oder Ende.',
  },
  remove: {
    action: 'Gruppe löschen',
    title: 'Gruppe löschen',
    text: 'Die Gruppe {{name}} wird gelöscht. Ihre Mitglieder bleiben und verlieren, was die Richtlinien der Gruppe erlauben.',
    members_one: 'Sie hat {{formatted}} Mitglied.',
    members_other: 'Sie hat {{formatted}} Mitglieder.',
    done: 'Die Gruppe {{name}} wurde gelöscht.',
    gone: 'Die Gruppe {{name}} war schon gelöscht.',
  },
  disableOwn: {
    title: 'Gruppe deaktivieren',
    text: 'Sie sind Mitglied der Gruppe {{name}}. Solange sie deaktiviert ist, lehnt MinIO jede Anfrage ihrer Mitglieder ab; bei anderen Speicherservern zählen nur ihre Richtlinien nicht.',
  },
  detail: {
    gone: 'Es gibt keine Gruppe {{name}}',
    goneText: 'Sie wurde gelöscht oder hat nie existiert.',
    back: 'Alle Gruppen anzeigen',
    notLoaded: 'Die Gruppe konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    status: 'Status: {{status}}',
    statusOf: { enabled: 'Aktiviert', disabled: 'Deaktiviert' },
    enable: 'Aktivieren',
    disable: 'Deaktivieren',
    menu: 'Abschnitte der Gruppe',
    section: { members: 'Mitglieder', policies: 'Richtlinien' },
  },
  members: {
    search: 'Mitglieder suchen',
    add: 'Mitglieder hinzufügen',
    edit: 'Mitglieder bearbeiten',
    entity: 'Mitglieder',
    none: 'Diese Gruppe hat keine Mitglieder.',
    clear: 'Zurücksetzen',
    save: 'Speichern',
    done: 'Die Mitglieder von {{name}} wurden geändert.',
  },
  policies: {
    set: 'Richtlinien festlegen',
    none: 'Dieser Gruppe ist keine Richtlinie zugewiesen: Sie gibt ihren Mitgliedern keine Rechte.',
  },
  help: {
    title: 'Gruppen',
    text: 'Für Benutzer in einer Gruppe gelten die Richtlinien der Gruppe und ihre eigenen. Eine deaktivierte Gruppe behält Mitglieder und Richtlinien und erlaubt nichts.',
    minio: 'Gruppenverwaltung in MinIO',
  },
};
