import type { Translation } from '#web/lib/i18n/messages.ts';
import type { transfersText } from './en.ts';

export const transfersDe: Translation<typeof transfersText> = {
  cancel: '{{name}} abbrechen',
  retry: 'Erneut versuchen',
  logIn: 'Anmelden',
  retryOf: '{{name}} erneut versuchen',
  progress: 'Fortschritt von {{name}}',
  files_one: '{{formatted}} Datei',
  files_other: '{{formatted}} Dateien',
  folder_one: '{{name}}/ ({{formatted}} Datei)',
  folder_other: '{{name}}/ ({{formatted}} Dateien)',
  waiting: 'wartet',
  stalled: 'keine Verbindung, neuer Versuch',
  paused: '{{percent}} gespeichert',
  pausedNote: 'Unterbrochen. Wählen Sie die Datei noch einmal, um fortzufahren.',
  otherFile:
    'Das ist eine andere Datei. Wählen Sie {{name}} ({{size}}), wie sie war, oder verwerfen Sie den Upload.',
  choose: 'Datei wählen',
  chooseFor: 'Datei für {{name}} wählen',
  discard: '{{name}} verwerfen',
  speed: '{{size}}/s',
  done: 'fertig',
  doneOf: '{{count}} fertig',
  canceled: 'abgebrochen',
  failed: 'fehlgeschlagen',
  failedOf: '{{count}} von {{total}} fehlgeschlagen',
  left: {
    second: 'noch {{count}} s',
    minute: 'noch {{count}} min',
    hour: 'noch {{count}} h',
    day_one: 'noch {{count}} Tag',
    day_other: 'noch {{count}} Tage',
  },
  stored: 'Die Objekte wurden hochgeladen.',
  notStored: 'Beim Hochladen ist ein Fehler aufgetreten.',
  reason: {
    session: 'Die Sitzung ist beendet. Melden Sie sich erneut an und versuchen Sie es noch einmal.',
    noAnswer:
      'Die Verbindung ging verloren, oder die Datei hat sich geändert. Versuchen Sie es erneut, oder wählen Sie die Datei neu aus.',
    keyTooLong: 'Der Name samt Pfad ist länger als 1.024 Byte.',
    status: 'Der Server hat mit Status {{status}} geantwortet.',
  },
};
