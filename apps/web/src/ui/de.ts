import type { Translation } from '#web/lib/i18n/messages.ts';
import type { dataTableText } from './data-table-text.ts';
import type { uiText } from './en.ts';

export const uiDe: Translation<typeof uiText> = {
  product: 'Stowage',
  error: 'Fehler',
  messages: 'Meldungen',
  details: 'Details',
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen',
  showPassword: 'Passwort anzeigen',
  form: {
    invalid: 'Geben Sie einen gültigen Wert ein.',
    unsaved: 'Es gibt nicht gespeicherte Änderungen.',
    stay: 'Weiter bearbeiten',
    discard: 'Änderungen verwerfen',
  },
  loadNewState: 'Neuen Stand laden',
  partFailure: {
    title: 'Ein Teil der Konsole konnte nicht geladen werden',
    text: 'Möglicherweise wurde die Konsole aktualisiert, seit diese Seite geöffnet wurde, oder die Verbindung ging verloren.',
    reload: 'Seite neu laden',
  },
  copy: '{{what}} kopieren',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht zugelassen: {{what}}.',
  clear: 'Leeren',
  stop: 'Anhalten',
  typeName: 'Zur Bestätigung {{name}} eingeben',
  buckets: 'Buckets',
  breadcrumb: 'Brotkrumennavigation',
  placesAbove: 'Übergeordnete Ebenen anzeigen',
  goTo: 'Zu einer Seite oder einem Bucket gehen',
  openMenu: 'Menü öffnen',
  useDark: 'Dunkle Darstellung einschalten',
  useLight: 'Helle Darstellung einschalten',
  documentTitle: '{{title}} · Stowage',
  operatorTitle: 'Operator-Konsole',
  opensNewTab: 'öffnet in einem neuen Tab',
};

export const dataTableDe: Translation<typeof dataTableText> = {
  empty: 'Es gibt noch keine {{entity}}.',
  loading: 'Wird geladen',
  options: 'Optionen',
  shownColumns: 'Angezeigte Spalten',
  selectAll: 'Alle auswählen',
  selectRow: '{{name}} auswählen',
  rowOptions: 'Aktionen für {{name}}',
};
