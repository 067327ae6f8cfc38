import type { Translation } from '#web/lib/i18n/messages.ts';
import type { watchText } from './en.ts';

export const watchDe: Translation<typeof watchText> = {
  title: 'Beobachten',
  list: 'Änderungen',
  entity: 'Änderungen',
  bucket: 'Bucket',
  chooseBucket: 'Bucket auswählen',
  bucketsFailed: 'Die Buckets konnten nicht geladen werden.',
  prefix: 'Präfix',
  suffix: 'Suffix',
  start: 'Starten',
  stop: 'Stoppen',
  pause: 'Pausieren',
  resume_one: 'Fortsetzen ({{formatted}} neu)',
  resume_other: 'Fortsetzen ({{formatted}} neu)',
  clear: 'Leeren',
  export: 'Exportieren',
  exportName: 'watch-{{bucket}}.jsonl',
  rate: 'Änderungen pro Sekunde',
  none: 'Zurzeit keine Änderungen',
  column: { time: 'Zeit', size: 'Größe', type: 'Art', path: 'Pfad' },
  status: {
    idle: 'Beobachtung gestoppt',
    connecting: 'Verbindung wird aufgebaut',
    live: 'Beobachtung läuft',
    reconnecting: 'Verbindung verloren, sie wird neu aufgebaut',
  },
  missed_one: '{{formatted}} Änderung wurde ausgelassen: Dieser Browser kam nicht nach',
  missed_other: '{{formatted}} Änderungen wurden ausgelassen: Dieser Browser kam nicht nach',
  lost: 'Hier ging die Verbindung verloren: Änderungen können fehlen',
  ended: {
    done: 'Der Server hat die Verbindung geschlossen.',
    refused: 'Die Verbindung konnte nicht geöffnet werden.',
  },
};
