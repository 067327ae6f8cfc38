import type { Translation } from '#web/lib/i18n/messages.ts';
import type { ldapText } from './en.ts';

export const ldapDe: Translation<typeof ldapText> = {
  title: 'LDAP',
  failed: 'Die Benutzer und Gruppen des Verzeichnisses konnten nicht geladen werden',
  search: 'DNs und Richtlinien suchen',
  noMatch: 'Nichts passt zu „{{filter}}“.',
  show: 'Anzeigen',
  view: {
    user: 'Benutzer ({{formatted}})',
    group: 'Gruppen ({{formatted}})',
    policy: 'Richtlinien ({{formatted}})',
  },
  list: {
    user: 'Benutzer des Verzeichnisses',
    group: 'Gruppen des Verzeichnisses',
    policy: 'Richtlinien mit ihren Benutzern und Gruppen',
  },
  entity: {
    user: 'Benutzer mit Richtlinien',
    group: 'Gruppen mit Richtlinien',
    policy: 'zugewiesenen Richtlinien',
  },
  column: {
    dn: 'DN',
    policies: 'Richtlinien',
    policy: 'Richtlinie',
    holder: 'Benutzer oder Gruppe',
  },
  kind: { user: 'Benutzer', group: 'Gruppe' },
  row: '{{policy}} von {{dn}}',
  none: {
    text: 'Benutzer des Verzeichnisses können sich anmelden, sobald ihnen oder einer ihrer Gruppen eine Richtlinie zugewiesen ist.',
    ask: 'Ihr Konto darf keine Richtlinien zuweisen. Wenden Sie sich an einen Administrator.',
  },
  attach: {
    action: 'Richtlinien zuweisen',
    title: 'Richtlinien zuweisen',
    save: 'Zuweisen',
    done: '{{name}} wurden Richtlinien zugewiesen.',
  },
  detach: {
    action: 'Richtlinien entziehen',
    title: 'Richtlinien entziehen',
    save: 'Entziehen',
    text: 'Was die Richtlinien erlauben, endet sofort, auch für alle, die angemeldet sind. Ohne eigene Richtlinie oder die einer Gruppe können sich Benutzer nicht anmelden.',
    done: '{{name}} wurden Richtlinien entzogen.',
  },
  field: {
    kind: 'Zuweisen an',
    name: { user: 'Benutzer', group: 'Gruppe' },
    nameHint: {
      user: 'Der DN, etwa uid=anna,ou=people,dc=example,dc=com, oder der Anmeldename. Der Speicherserver sucht ihn im Verzeichnis.',
      group:
        'Der DN, etwa cn=ops,ou=groups,dc=example,dc=com. Der Speicherserver sucht ihn im Verzeichnis.',
    },
    policies: 'Richtlinien',
  },
  error: {
    name: 'Geben Sie einen DN ein.',
    long: 'Ein DN hat hier höchstens 1.024 Zeichen.',
    policies: 'Wählen Sie eine Richtlinie.',
  },
  help: {
    title: 'LDAP',
    text: 'Der Speicherserver fragt ein Verzeichnis, wer sich anmelden darf. Benutzer und Gruppen stehen dort; hier stehen die, denen Richtlinien zugewiesen sind. Ein Benutzer hat auch die Richtlinien seiner Gruppen.',
    minio: 'Active Directory und LDAP in MinIO',
  },
};
