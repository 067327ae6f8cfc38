import type { Translation } from '#web/lib/i18n/messages.ts';
import type { replicationSectionText } from './en.ts';

export const replicationSectionDe: Translation<typeof replicationSectionText> = {
  title: 'Replikation',
  list: 'Replikationsregeln',
  entity: 'Replikationsregeln',
  failed: 'Die Replikationsregeln konnten nicht geladen werden',
  column: {
    priority: 'Priorität',
    destination: 'Ziel',
    prefix: 'Präfix',
    tags: 'Tags',
    status: 'Status',
    progress: 'Objekte',
  },
  any: 'beliebig',
  yes: 'Ja',
  no: 'Nein',
  status: { Enabled: 'Aktiviert', Disabled: 'Deaktiviert' },
  target: {
    online: 'Ziel erreichbar',
    offline: 'Ziel nicht erreichbar',
    unknown: 'Ziel unbekannt',
  },
  progress: {
    replicated: '{{objects}} repliziert',
    open: '{{pending}} wartend · {{failed}} fehlgeschlagen',
    sizes:
      'An dieses Ziel, gezählt seit dem Start des Speicherservers: {{replicated}} repliziert, {{pending}} wartend, {{failed}} fehlgeschlagen',
  },
  trouble: {
    offline: '{{bucket}} auf {{endpoint}} ist nicht erreichbar.',
    failing: 'Bei der Replikation nach {{bucket}} auf {{endpoint}} treten Fehler auf.',
    elsewhere: 'dem entfernten Server',
    since: 'Zuletzt erreicht {{time}}.',
    waits: 'Neue Objekte werden eingereiht und repliziert, sobald das Ziel wieder da ist.',
  },
  none: {
    text: 'Eine Regel kopiert neue und geänderte Objekte beim Schreiben in einen Bucket auf einem anderen Server.',
    ask: 'Ihr Konto darf keine Regel hinzufügen. Wenden Sie sich an einen Administrator.',
  },
  lastRule:
    'Mindestens eine Regel muss bleiben. Deaktivieren Sie sie, um zu pausieren, oder beenden Sie die Replikation, um sie samt Ziel zu entfernen.',
  add: {
    action: 'Replikationsregel hinzufügen',
    title: 'Bucket-Replikation einrichten',
    submit: 'Speichern',
    done: '{{bucket}} wird nach {{destination}} repliziert.',
    nothing: 'Keine Änderungen vorgenommen',
    versioning:
      'Die Replikation erfordert Versionierung, in diesem Bucket und am Ziel. Dieser Bucket bewahrt zurzeit keine Versionen auf.',
    server: 'Entfernter Server',
    destination: 'Ziel-Bucket',
    destinationError: 'Geben Sie den Namen eines Buckets auf dem entfernten Server ein.',
  },
  edit: {
    title: 'Replikationsregel bearbeiten',
    submit: 'Speichern',
    done: 'Die Replikationsregel wurde geändert.',
    target: 'Repliziert nach {{bucket}} auf {{endpoint}}',
    credentials: 'Neue Zugangsdaten',
    credentialsHint: 'Beide leer lassen, um die des Ziels beizubehalten.',
    accessKey: 'Neuer Zugriffsschlüssel',
    secretKey: 'Neuer geheimer Schlüssel',
    credentialsError:
      'Geben Sie beide ein: einen Zugriffsschlüssel mit mindestens 3 und einen geheimen Schlüssel mit mindestens 8 Zeichen.',
  },
  fields: {
    transfer: 'Übertragung',
    objects: 'Objekte',
    options: 'Was repliziert wird',
    prefix: 'Präfix',
    prefixHint: 'Nur Objekte, deren Namen so beginnen, z. B. photos/',
    tags: 'Tags',
    tagsHint: 'Nur Objekte, die alle diese Tags haben.',
    priority: 'Priorität',
    priorityHint:
      'Passen mehrere Regeln, gewinnt die höchste Priorität. Leer lassen für die nächste freie Priorität.',
    storageClass: 'Speicherklasse',
    storageClassHint:
      'Auf dem entfernten Server. Leer lassen, um dieselbe Klasse wie in diesem Bucket zu verwenden.',
    existing: 'Vorhandene Objekte',
    existingHint: 'Auch Objekte, die bereits im Bucket sind.',
    metadata: 'Metadaten',
    metadataHint:
      'Auch Metadatenänderungen an Replikaten, für die Replikation in beide Richtungen.',
    deleteMarkers: 'Löschmarkierungen',
    deleteMarkersHint: 'Wird ein Objekt hier gelöscht, wird es auch dort verborgen.',
    deleteMarkersRefused:
      'Regeln mit Tags können keine Löschmarkierungen replizieren, denn diese haben keine Tags.',
    deletes: 'Löschungen',
    deletesHint: 'Wird eine Version hier endgültig gelöscht, wird sie auch dort gelöscht.',
  },
  delete: {
    title: 'Replikationsregel löschen',
    text: 'Die Regel mit der Priorität {{priority}}, die {{bucket}} nach {{destination}} repliziert, wird gelöscht. Bereits replizierte Objekte bleiben, wo sie sind.',
    done: 'Die Replikationsregel wurde gelöscht.',
    refused: 'Mindestens eine Regel muss bleiben.',
  },
  stop: {
    action: 'Replikation beenden',
    title: 'Replikation beenden',
    text: 'Alle Regeln von {{bucket}} und ihre Ziele mit den gespeicherten Zugangsdaten werden gelöscht. Bereits replizierte Objekte bleiben, wo sie sind; wartende Objekte werden nicht mehr repliziert.',
    done: 'Die Replikation von {{bucket}} wurde beendet.',
  },
  help: {
    title: 'Replikation',
    text: 'Die Replikation kopiert Objekte in einen Bucket auf einem anderen S3-Server. Beide Buckets müssen versioniert sein. Jede Regel legt fest, welche Objekte wohin kopiert und ob Löschungen repliziert werden; solange der andere Server nicht verfügbar ist, werden Objekte eingereiht.',
    minio: 'Bucket-Replikation in MinIO',
    s3: 'Objekte in S3 replizieren',
  },
};
