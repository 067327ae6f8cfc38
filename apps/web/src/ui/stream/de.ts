import type { Translation } from '#web/lib/i18n/messages.ts';
import type { streamText } from './en.ts';

export const streamDe: Translation<typeof streamText> = {
  start: 'Starten',
  stop: 'Stoppen',
  pause: 'Pausieren',
  resume_one: 'Fortsetzen ({{formatted}} neu)',
  resume_other: 'Fortsetzen ({{formatted}} neu)',
  clear: 'Leeren',
  export: 'Exportieren',
  status: {
    connecting: 'Verbindung wird aufgebaut',
    reconnecting: 'Verbindung verloren, sie wird neu aufgebaut',
  },
  ended: {
    done: 'Der Server hat die Verbindung geschlossen.',
    refused:
      'Die Live-Verbindung konnte nicht geöffnet werden. Ein Proxy vor der Konsole muss WebSockets durchlassen.',
  },
};
