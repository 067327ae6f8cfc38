import type { Translation } from '#web/lib/i18n/messages.ts';
import type { replicationText } from './en.ts';

export const replicationDe: Translation<typeof replicationText> = {
  advice:
    'Verwenden Sie keine Root-Zugangsdaten: Legen Sie auf dem entfernten Server einen Zugriffsschlüssel an, der nur in den Ziel-Bucket schreiben darf.',
  accessKey: 'Zugriffsschlüssel',
  accessKeyError: 'Ein Zugriffsschlüssel hat mindestens 3 Zeichen.',
  secretKey: 'Geheimer Schlüssel',
  secretKeyError: 'Ein geheimer Schlüssel hat mindestens 8 Zeichen.',
  target: 'Ziel-URL',
  targetHint: 'Host und Port des entfernten Servers, zum Beispiel storage.example.net:9000',
  targetError: 'Geben Sie einen Host ein, bei Bedarf mit Port, aber ohne Pfad.',
  useTls: 'TLS verwenden',
  region: 'Region',
  mode: 'Replikationsmodus',
  modes: { async: 'Asynchron', sync: 'Synchron' },
  modeHint: {
    async: 'Schreibvorgänge sind sofort abgeschlossen, die Replikation folgt.',
    sync: 'Schreibvorgänge sind erst nach dem Replikationsversuch abgeschlossen und dauern länger.',
  },
  bandwidth: 'Bandbreite pro Sekunde',
  bandwidthHint: '0 für unbegrenzt. MinIO verlangt mindestens 100 MB/s.',
  bandwidthError: 'Geben Sie einen Wert ab 0 ein.',
  bandwidthUnit: 'Einheit der Bandbreite',
  health: 'Prüfintervall',
  healthHint: 'Sekunden zwischen zwei Erreichbarkeitsprüfungen.',
  priorityError: 'Geben Sie eine ganze Zahl ab 0 ein.',
  tagsError: 'Ein Tag ist zu lang.',
  healthError: 'Geben Sie eine ganze Zahl von Sekunden ein.',
};
