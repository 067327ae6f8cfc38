import type { Translation } from '#web/lib/i18n/messages.ts';
import type { toolsText } from './en.ts';

export const toolsDe: Translation<typeof toolsText> = {
  title: 'Werkzeuge',
  none: 'Ihr Konto kann keines der Werkzeuge verwenden.',
  bucket: {
    label: 'Bucket',
    choose: 'Bucket auswählen',
    failed: 'Die Buckets konnten nicht geladen werden.',
  },
  tool: {
    logs: 'Protokolle',
    'audit-logs': 'Audit-Protokolle',
    watch: 'Beobachten',
    trace: 'Aufrufe',
    heal: 'Reparatur',
    diagnostics: 'Diagnose',
    'speed-test': 'Geschwindigkeitstest',
    top: 'Auslastung',
    profile: 'Profil',
    inspect: 'Untersuchen',
    'access-keys': 'Zugriffsschlüssel',
    sessions: 'Sitzungen',
    'security-log': 'Sicherheitsprotokoll',
    iam: 'Exportieren und importieren',
  },
  about: {
    logs: 'Das Protokoll des Speicherservers, live',
    'audit-logs': 'Wer was getan hat, durchsuchbar',
    watch: 'Was in einem Bucket geschieht, während es geschieht',
    trace: 'Die Aufrufe, die der Speicherserver beantwortet, live',
    heal: 'Beschädigte Objekte suchen und reparieren',
    'speed-test': 'Wie schnell Laufwerke, Netzwerk und Objekte sind',
    inspect: 'Die Rohdateien, die Laufwerke zu einem Objekt ablegen',
    profile: 'Wofür die Speicherserver Zeit und Arbeitsspeicher verwenden, als Datei',
    top: 'Die am stärksten belasteten Laufwerke und die am längsten gehaltenen Sperren',
    'access-keys': 'Jeder Zugriffsschlüssel: Besitzer, letzte Nutzung, Ablauf und Rechte',
    sessions: 'Wer an dieser Konsole angemeldet ist, und wo',
    'security-log': 'Anmeldungen, abgelehnte Anmeldungen und beendete Sitzungen an dieser Konsole',
    iam: 'Benutzer, Gruppen, Richtlinien und Dienstkonten als Datei',
    diagnostics: 'Ein Bericht über den Speicherserver und seine Rechner',
  },
};
