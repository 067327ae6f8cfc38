import type { Translation } from '#web/lib/i18n/messages.ts';
import type { authText } from './en.ts';

export const authDe: Translation<typeof authText> = {
  claim: 'Jeder Bucket, jede Richtlinie, jedes Laufwerk. Eine Konsole.',
  version: 'Version {{version}}',
  loading: 'Wird geladen',
  form: {
    heading: 'Anmeldung an der Konsole',
    username: 'Benutzername',
    password: 'Passwort',
    noUsername: 'Geben Sie einen Benutzernamen ein.',
    noPassword: 'Geben Sie ein Passwort ein.',
    submit: 'Anmelden',
    running: 'Anmeldung läuft',
    temporary: 'Temporäre Schlüssel verwenden',
    sessionToken: 'Sitzungstoken',
    noSessionToken: 'Geben Sie das Sitzungstoken ein.',
    temporaryEnd: 'Die Sitzung endet spätestens mit den temporären Schlüsseln.',
    keep: 'Angemeldet bleiben',
    kept_one:
      'Bleibt bis zu {{count}} Tag angemeldet. Der Server bewahrt Ihr Passwort verschlüsselt auf.',
    kept_other:
      'Bleibt bis zu {{count}} Tage angemeldet. Der Server bewahrt Ihr Passwort verschlüsselt auf.',
    sessionEnd_one: 'Die Sitzung endet mit der Abmeldung oder nach {{count}} Stunde.',
    sessionEnd_other: 'Die Sitzung endet mit der Abmeldung oder nach {{count}} Stunden.',
  },
  redirect: {
    heading: 'Willkommen',
    text: 'Die Anmeldung übernimmt Ihre Organisation.',
    link: 'Mit SSO anmelden',
    linkOf: 'Mit {{name}} anmelden',
    withPassword: 'Benutzername und Passwort verwenden',
    back: 'Single Sign-on verwenden',
    unknown:
      'Einen Identitätsanbieter {{name}} gibt es hier nicht. Wählen Sie eine andere Anmeldung.',
  },
  callback: {
    title: 'Single Sign-on',
    error: 'IDP-Fehler:',
    toLogin: 'Zurück zur Anmeldung',
  },
  operator: {
    heading: 'Anmeldung am Operator',
    jwt: 'JWT',
    showJwt: 'Token anzeigen',
    noJwt: 'Geben Sie ein Token ein.',
    submit: 'Anmelden',
    unavailable: 'Dieser Konsolenserver bietet die Operator-Anmeldung nicht an.',
  },
  account: {
    loggedInAs: 'Angemeldet als {{name}}',
    changePassword: 'Passwort ändern',
    jobs: 'Meine Aufträge',
    sessions: 'Meine Sitzungen',
    language: 'Sprache',
    endAll: 'Alle meine Sitzungen beenden',
    endAllText:
      'Sie werden hier und auf allen anderen Geräten und Browsern abgemeldet, auf denen Sie angemeldet sind.',
    endAllAction: 'Sitzungen beenden',
    ended_one: '{{count}} Sitzung beendet.',
    ended_other: '{{count}} Sitzungen beendet.',
  },
  failure: {
    text: 'Es ist ein Fehler aufgetreten, das Backend ist nicht erreichbar',
    retry: 'Erneut versuchen',
  },
};
