import type { Translation } from '#web/lib/i18n/messages.ts';
import type { objectShareText } from './en.ts';

export const objectShareDe: Translation<typeof objectShareText> = {
  title: 'Datei teilen',
  intro:
    'Wer diese vorübergehende Adresse hat, kann das Objekt ohne Anmeldung herunterladen. Sie gilt höchstens 7 Tage.',
  version: 'Version {{version}}',
  duration: 'Gültig für',
  days: 'Tage',
  hours: 'Stunden',
  minutes: 'Minuten',
  daysError: 'Geben Sie eine ganze Zahl von 0 bis 7 ein.',
  hoursError: 'Geben Sie eine ganze Zahl von 0 bis 23 ein.',
  minutesError: 'Geben Sie eine ganze Zahl von 0 bis 59 ein.',
  sevenDays: 'Bei 7 Tagen muss hier 0 stehen.',
  none: 'Wählen Sie eine Dauer.',
  link: 'Link',
  copy: 'Link kopieren',
  copied: 'Link in die Zwischenablage kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie den Link.',
  close: 'Schließen',
  until: 'Gültig bis {{time}} ({{age}}).',
  session:
    'Der Link endet früher als gewählt: Er ist mit den vorübergehenden Zugangsdaten Ihrer Sitzung signiert und endet mit ihnen. Ein Administrator kann sie mit CONSOLE_STS_DURATION länger gelten lassen.',
  local:
    'Dieser Link führt zu {{origin}}, das nur vom Rechner des Speicherservers aus erreichbar ist. Eine öffentliche Adresse kann ein Administrator mit STOWAGE_PUBLIC_STORAGE_URL festlegen.',
  leads: 'Führt zu {{origin}}',
  wait: 'Warten Sie auf den Link.',
  failed: 'Der Link konnte nicht erstellt werden',
  code: {
    show: 'QR-Code anzeigen',
    hide: 'QR-Code ausblenden',
    label: 'QR-Code des Links',
    tooLong: 'Der Link ist zu lang für einen QR-Code.',
  },
  public: {
    title: 'Dieses Objekt ist öffentlich',
    text: 'Anonyme Benutzer dürfen es lesen. Seine einfache Adresse braucht keine Signatur und gilt unbegrenzt:',
    copy: 'die öffentliche Adresse',
  },
};
