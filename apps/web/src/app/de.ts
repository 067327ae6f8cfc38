import type { Translation } from '#web/lib/i18n/messages.ts';
import type { appText } from './en.ts';

export const appDe: Translation<typeof appText> = {
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen',
  noAccess: 'Ihr Konto hat keinen Zugriff auf diese Konsole.',
  session: {
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
    idle: 'Sie haben die Konsole eine Weile nicht benutzt. Am {{time}} werden Sie abgemeldet.',
    stay: 'Angemeldet bleiben',
    endsSoon:
      'Ihre Sitzung endet am {{time}}. Sichern Sie Ihre Arbeit und melden Sie sich danach erneut an.',
  },
  menu: {
    label: 'Menü',
    collapse: 'Menü einklappen',
    expand: 'Menü ausklappen',
    operator: 'Operator',
    dashboard: 'Dashboard',
    buckets: 'Buckets',
    users: 'Benutzer',
    groups: 'Gruppen',
    ldap: 'LDAP',
    account: 'Dienstkonten',
    policies: 'IAM-Richtlinien',
    accessExplorer: 'Zugriffsprüfung',
    settings: 'Einstellungen',
    notificationEndpoints: 'Benachrichtigungsziele',
    tiers: 'Speicherstufen',
    tools: 'Werkzeuge',
    heal: 'Reparatur',
    tenants: 'Mandanten',
    storage: 'Speicher',
    license: 'Lizenz',
    documentation: 'Dokumentation',
    logout: 'Abmelden',
  },
  restart: {
    needed: 'Die Instanz muss neu gestartet werden, damit die Änderungen wirksam werden.',
    action: 'Neu starten',
    running: 'Der Server wird neu gestartet.',
    silent:
      'Der Server hat seit dem Neustart nicht geantwortet. Sehen Sie in seinem Protokoll nach und versuchen Sie es erneut.',
  },
  notFound: {
    title: '404 Nicht gefunden',
    text: 'Nicht gefunden.',
    home: 'Zur Startseite',
    copyright: '© {{year}} Die Mitwirkenden von Stowage',
  },
  notOffered: {
    title: 'Nicht verfügbar',
    admin: {
      reason: 'Der verbundene Speicherserver bietet die Admin-API von MinIO nicht an.',
      text: 'Diese Seite braucht sie. Buckets und Objekte lassen sich auch ohne sie verwalten.',
    },
    ldap: {
      reason: 'LDAP ist auf dem verbundenen Speicherserver nicht eingerichtet.',
      text: 'Richten Sie es unter Einstellungen > Identität LDAP ein, starten Sie den Speicherserver neu und laden Sie diese Seite neu.',
      action: 'LDAP-Einstellungen öffnen',
    },
  },
  palette: {
    title: 'Gehe zu',
    label: 'Zu einer Seite oder einem Bucket gehen',
    found: 'Seiten und Buckets',
    page: 'Seite',
    bucket: 'Bucket',
    nothing: 'Keine Treffer.',
  },
  crash: {
    title: 'Diese Seite konnte nicht angezeigt werden',
    reload: 'Neu laden',
  },
};
