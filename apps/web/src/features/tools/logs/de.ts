import type { Translation } from '#web/lib/i18n/messages.ts';
import type { logsText } from './en.ts';

export const logsDe: Translation<typeof logsText> = {
  title: 'Protokolle',
  list: 'Protokollzeilen',
  entity: 'Zeilen',
  highlight: 'Zeile hervorheben',
  level: 'Stufe',
  allLevels: 'Alle Stufen',
  exportName: 'logs.jsonl',
  status: { idle: 'Wird nicht gelesen', live: 'Wird gelesen' },
  none: 'Noch keine Protokollzeilen',
  found_one: '{{formatted}} Zeile hervorgehoben',
  found_other: '{{formatted}} Zeilen hervorgehoben',
  column: { time: 'Zeit', level: 'Stufe', line: 'Zeile', node: 'Knoten' },
  missed_one:
    '{{formatted}} Eintrag wurde ausgelassen: Es waren mehr, als angezeigt werden konnten',
  missed_other:
    '{{formatted}} Einträge wurden ausgelassen: Es waren mehr, als angezeigt werden konnten',
  lost: 'Die Verbindung war {{seconds}} s lang unterbrochen: Der Server hat die letzten 100 Einträge noch einmal gesendet',
  error: {
    api: 'API',
    time: 'Zeit',
    bucket: 'Bucket',
    object: 'Objekt',
    deploymentId: 'DeploymentID',
    requestId: 'RequestID',
    remoteHost: 'RemoteHost',
    host: 'Host',
    userAgent: 'UserAgent',
    message: 'Fehler',
    node: 'Knoten',
    source: 'Quelle',
    close: 'Schließen',
  },
};
