import type { Translation } from '#web/lib/i18n/messages.ts';
import type { watchText } from './en.ts';

export const watchDe: Translation<typeof watchText> = {
  title: 'Beobachten',
  list: 'Änderungen',
  entity: 'Änderungen',
  prefix: 'Präfix',
  suffix: 'Suffix',
  exportName: 'watch-{{bucket}}.jsonl',
  rate: 'Änderungen pro Sekunde',
  none: 'Zurzeit keine Änderungen',
  column: { time: 'Zeit', size: 'Größe', type: 'Art', path: 'Pfad' },
  status: {
    idle: 'Beobachtung gestoppt',
    live: 'Beobachtung läuft',
  },
  missed_one: '{{formatted}} Änderung wurde ausgelassen: Dieser Browser kam nicht nach',
  missed_other: '{{formatted}} Änderungen wurden ausgelassen: Dieser Browser kam nicht nach',
  lost: 'Die Verbindung war {{seconds}} s lang unterbrochen: Änderungen können fehlen',
};
