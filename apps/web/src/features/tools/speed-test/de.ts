import type { Translation } from '#web/lib/i18n/messages.ts';
import type { speedTestText } from './en.ts';

export const speedTestDe: Translation<typeof speedTestText> = {
  title: 'Geschwindigkeitstest',
  about:
    'Misst, wie schnell Laufwerke, das Netzwerk zwischen den Servern und Objekte sind. Der Test belastet den Speicherserver; MinIO hält alle anderen Anfragen zurück, während Laufwerke geprüft werden.',
  run: { drive: 'Laufwerke testen', network: 'Netzwerk testen', object: 'Objekte testen' },
  kind: { drive: 'Laufwerke', network: 'Netzwerk', object: 'Objekte' },
  stop: 'Stoppen',
  running: 'Messung läuft: {{kind}}',
  ended: 'Der Test wurde beendet: {{reason}}',
  lost: 'Die Verbindung ist abgebrochen. Der Test wurde beendet.',
  singleServer:
    'Es gibt kein Netzwerk zu messen: Der Speicherserver ist ein einzelner Server oder bietet diesen Test nicht an.',
  results: {
    title: 'Ergebnisse',
    entity: 'Ergebnisse',
    failed: 'Die Ergebnisse konnten nicht geladen werden.',
    column: { time: 'Zeit', kind: 'Test', result: 'Ergebnis', account: 'Benutzer' },
    drives:
      'Langsamstes Laufwerk: Lesen {{read}}/s, Schreiben {{write}}/s ({{path}}). Schnellstes: Lesen {{bestRead}}/s, Schreiben {{bestWrite}}/s.',
    notMeasured: 'Nicht gemessen: {{names}}',
    network: 'Langsamster Server: gesendet {{sent}}/s, empfangen {{received}}/s ({{endpoint}}).',
    objects:
      'PUT {{put}}/s, {{puts}} Objekte/s, p99 {{putTime}} ms. GET {{get}}/s, {{gets}} Objekte/s, p99 {{getTime}} ms.',
    nothing: 'Es wurde nichts gemessen.',
  },
};
