import type { Translation } from '#web/lib/i18n/messages.ts';
import type { identityText } from './en.ts';

export const identityDe: Translation<typeof identityText> = {
  picker: {
    search: '{{label}} suchen',
    selected: '{{selected}} von {{count}} ausgewählt',
    none: 'Es gibt nichts zur Auswahl.',
    noMatch: 'Keine Treffer.',
    failed: 'Die Liste konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    gone: 'nicht mehr vorhanden',
  },
  setPolicies: {
    title: 'Richtlinien festlegen',
    user: 'Ausgewählter Benutzer',
    group: 'Ausgewählte Gruppe',
    policies: 'Richtlinien',
    save: 'Speichern',
    reset: 'Zurücksetzen',
    done: 'Die Richtlinien von {{name}} wurden geändert.',
  },
  password: {
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    again: 'Neues Passwort wiederholen',
    save: 'Speichern',
    noCurrent: 'Geben Sie das aktuelle Passwort ein.',
    empty: 'Geben Sie das neue Passwort zweimal ein.',
    short: 'Passwörter müssen mindestens 8 Zeichen lang sein',
    long: 'Passwörter dürfen höchstens 128 Zeichen lang sein',
    mismatch: 'Die neuen Passwörter stimmen nicht überein',
  },
  policies: { title: 'Richtlinien', column: 'Richtlinie', entity: 'Richtlinien' },
  more_one: 'und {{formatted}} weiterer',
  more_other: 'und {{formatted}} weitere',
  refused: 'Ihr Konto darf das nicht ({{action}}).',
  ownPermissions:
    'Sie entziehen Ihrem eigenen Konto Rechte. Zurückgeben können Sie sie sich danach vielleicht nicht mehr.',
  directory: 'Von einem Verzeichnis (LDAP) verwaltet: Ändern Sie es dort.',
};
