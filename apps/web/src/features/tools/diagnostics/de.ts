import type { Translation } from '#web/lib/i18n/messages.ts';
import type { diagnosticsText } from './en.ts';

export const diagnosticsDe: Translation<typeof diagnosticsText> = {
  title: 'Diagnose',
  about:
    'Erstellt einen Bericht über den Speicherserver, seine Rechner und Laufwerke. Geheimnisse werden daraus entfernt.',
  start: 'Diagnose starten',
  download: 'Herunterladen',
  started: 'Diagnose gestartet. Bitte laden Sie die Seite währenddessen nicht neu.',
  ready: 'Die Diagnosedatei kann heruntergeladen werden.',
  failed: 'Beim Abrufen der Diagnosedatei ist ein Fehler aufgetreten.',
  running: 'Bericht wird erstellt',
  gathered: 'Bisher erfasst',
  none: 'Noch kein Bericht',
  noneAbout: 'Starten Sie eine Diagnose, um zu sehen, was auf Ihren Servern auffällt.',
  findings: 'Auffälligkeiten',
  sound: 'Nichts fällt auf: Server, Laufwerke, Uhren und Versionen sind in Ordnung.',
  severity: { bad: 'Problem', warning: 'Hinweis' },
  finding: {
    serverOffline: 'Server {{subject}} ist offline.',
    lowMemory: 'Server {{subject}} hat weniger als 5 % seines Speichers frei.',
    serverError: 'Ein Server meldet einen Fehler. {{subject}}',
    kernelAudit:
      'Der Kernel von {{subject}} protokolliert Systemaufrufe (auditd), was den Speicherserver bremst.',
    updatedb:
      'Auf {{subject}} ist updatedb installiert: Es durchsucht die Laufwerke und bremst den Speicherserver.',
    driveOffline: 'Laufwerk {{subject}} ist offline.',
    driveHealing: 'Laufwerk {{subject}} wird repariert.',
    driveErrors:
      'Laufwerk {{subject}} hatte seit dem Start des Servers Zeitüberschreitungen oder Ausfälle.',
    driveFull: 'Laufwerk {{subject}} ist zu {{share}} voll.',
    fewInodes: 'Nur {{share}} der Inodes von {{subject}} sind frei.',
    slowDrive:
      'Laufwerk {{subject}} ist langsam: {{milliseconds}} ms je Aufruf, viel mehr als die anderen.',
    versions: 'Die Server haben verschiedene Versionen: {{subject}}.',
    clock: 'Die Uhr von {{subject}} weicht um {{seconds}} s von den anderen ab.',
    clockHere: 'Die Uhr des Speicherservers weicht um {{seconds}} s von der Uhr der Konsole ab.',
  },
  facts: {
    title: 'Bericht',
    time: 'Erstellt',
    servers: 'Server',
    drives: 'Laufwerke',
    used: 'Belegt',
    usedValue: '{{used}} von {{total}}',
    version: 'Version',
  },
};
