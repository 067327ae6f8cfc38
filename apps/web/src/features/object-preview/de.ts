import type { Translation } from '#web/lib/i18n/messages.ts';
import type { objectPreviewText } from './en.ts';

export const objectPreviewDe: Translation<typeof objectPreviewText> = {
  title: 'Vorschau',
  of: 'Vorschau von {{name}}',
  failed: 'Die Datei konnte nicht geladen werden. Bitte laden Sie sie stattdessen herunter.',
  tooLarge:
    'Diese Datei ist zu groß für eine Vorschau: Sie hat {{size}}, die Grenze liegt bei {{limit}}.',
  cut: 'Nur die ersten {{limit}} von {{size}} werden gezeigt.',
  markup: 'Dateien dieses Typs werden nicht gezeigt, da sie Skripte ausführen könnten.',
  empty: 'Diese Datei ist leer.',
  none: 'Für Dateien dieses Typs gibt es keine Vorschau.',
  download: 'Herunterladen',
  close: 'Schließen',
};
