import type { Translation } from '#web/lib/i18n/messages.ts';
import type { inspectText } from './en.ts';

export const inspectDe: Translation<typeof inspectText> = {
  title: 'Untersuchen',
  about:
    'Lädt die Rohdateien herunter, die die Laufwerke eines MinIO-Servers zu einem Objekt ablegen, als Zip-Datei mit einem Ordner je Server und Laufwerk. Der eingebettete Speicher und andere S3-Server haben keine solchen Dateien.',
  volume: 'Bucket',
  volumeHint: 'Oder .minio.sys für die Dateien des Servers selbst.',
  file: 'Pfad auf den Laufwerken',
  fileHint: 'Etwa ordner/foto.jpg/xl.meta. * steht für einen beliebigen Namen, ** für jeden Pfad.',
  none: 'Passt nichts dazu, enthält die Zip-Datei nur die Beschreibung des Servers.',
  submit: 'Herunterladen',
  stop: 'Abbrechen',
  done: 'Als inspect.zip gespeichert.',
};
