import type { Translation } from '#web/lib/i18n/messages.ts';
import type { apiText, errorText } from './en.ts';

export const apiDe: Translation<typeof apiText> = {
  unreachable: 'Der Konsolenserver ist nicht erreichbar.',
  tooLargeForProxy: 'Ein Proxy vor der Konsole nimmt keine Anfragen dieser Größe an.',
  brokenOff: 'Der Download ist abgebrochen.',
  retryIn_one: 'Versuchen Sie es in {{count}} Sekunde erneut.',
  retryIn_other: 'Versuchen Sie es in {{count}} Sekunden erneut.',
};

export const errorDe: Translation<typeof errorText> = {
  InvalidInput: 'Die Anfrage ist ungültig.',
  InvalidBucketName: 'Der Bucket-Name ist ungültig.',
  InvalidObjectName: 'Der Objektname ist ungültig.',
  KeyTooLong: 'Der Objektname ist länger als 1.024 Byte.',
  UploadIncomplete: 'Der Upload endete, bevor alle Daten angekommen waren.',
  ChecksumMismatch: 'Die Daten wurden unterwegs verändert: Die Prüfsummen unterscheiden sich.',
  UploadEmpty: 'Der Upload enthält keine Datei.',
  RequestTimeout: 'Die Anfrage kam nicht rechtzeitig an.',
  PayloadTooLarge: 'Die Anfrage ist größer, als dieser Server annimmt.',
  UnsupportedMediaType: 'Die Anfrage hat einen Inhaltstyp, der hier nicht angenommen wird.',
  PasswordRequired:
    'Die Anmeldung liegt mehr als 15 Minuten zurück. Geben Sie dazu Ihr Passwort erneut ein.',
  WrongPassword: 'Das aktuelle Passwort ist falsch.',
  InvalidLogin: 'Benutzername oder Passwort ist falsch.',
  SignOnFailed:
    'Die Anmeldung beim Identitätsanbieter wurde nicht angenommen. Melden Sie sich erneut an.',
  ProviderUnreachable:
    'Der Identitätsanbieter ist nicht erreichbar, oder die Antwort stammt nicht von einem.',
  SessionRequired: 'Die Sitzung ist beendet. Melden Sie sich erneut an.',
  AccessDenied: 'Ihr Konto hat für diese Aktion keine Berechtigung.',
  CrossOrigin: 'Die Anfrage kam von einer anderen Website und wurde abgelehnt.',
  HostNotAllowed: 'Diese Konsole antwortet nicht auf diesen Hostnamen.',
  TooManyAttempts: 'Zu viele Anmeldeversuche.',
  TooManyRequests:
    'Zu viele gleichzeitige Übertragungen. Versuchen Sie es erneut, wenn einige beendet sind.',
  TooManyJobs:
    'Zu viele Aufträge warten oder laufen. Starten Sie ihn erneut, wenn einige davon beendet sind.',
  TooManyTests: 'Zu viele Tests. Versuchen Sie es in einer Minute erneut.',
  TooManyStreams:
    'In dieser Sitzung sind zu viele Live-Ansichten geöffnet. Schließen Sie eine und versuchen Sie es erneut.',
  NotFound: 'Nicht gefunden.',
  BucketNotFound: 'Der Bucket existiert nicht.',
  ObjectNotFound: 'Das Objekt existiert nicht.',
  UploadNotFound:
    'Der Upload existiert nicht: Er wurde abgeschlossen, abgebrochen oder ist abgelaufen.',
  EncryptionNotFound: 'Für den Bucket ist keine serverseitige Verschlüsselung eingerichtet.',
  VersionNotFound: 'Diese Version des Objekts existiert nicht.',
  BucketExists: 'Ein Bucket mit diesem Namen existiert bereits.',
  BucketNotEmpty:
    'Der Bucket ist nicht leer. Ein Bucket kann nur gelöscht werden, wenn er leer ist.',
  UserExists: 'Ein Benutzer mit diesem Zugriffsschlüssel existiert bereits.',
  TargetInUse: 'Buckets senden noch Ereignisse an dieses Benachrichtigungsziel.',
  TargetExists: 'Ein Ziel mit diesem Namen existiert bereits.',
  GroupExists: 'Eine Gruppe mit diesem Namen existiert bereits.',
  OwnAccount: 'Das Konto, mit dem Sie angemeldet sind, können Sie nicht deaktivieren oder löschen.',
  ManagedElsewhere:
    'Dieser Benutzer oder diese Gruppe kann hier nicht geändert werden: Der Speicherserver verwaltet sie anderswo.',
  ChangedMeanwhile:
    'Jemand anderes hat dies inzwischen geändert. Sehen Sie sich den neuen Stand an und versuchen Sie es erneut.',
  HealRunning:
    'Hier läuft bereits eine Reparatur. „Start erzwingen“ beginnt neu, „Stopp erzwingen“ beendet sie.',
  LastReplicationRule:
    'Mindestens eine Replikationsregel muss bleiben. Deaktivieren Sie sie oder beenden Sie die Replikation.',
  ObjectLocked: 'Das Objekt ist durch Aufbewahrung oder Legal Hold geschützt.',
  PolicyExists: 'Eine Richtlinie mit diesem Namen gibt es schon.',
  PolicyInUse:
    'Die Richtlinie wird verwendet. Entziehen Sie sie zuerst ihren Benutzern und Gruppen.',
  TierExists: 'Eine Speicherstufe mit diesem Namen existiert bereits.',
  TierPlaceTaken:
    'Unter diesem Präfix liegen bereits Daten. Wählen Sie ein anderes Präfix oder einen anderen Bucket.',
  TierInUse: 'Die Speicherstufe wird verwendet.',
  RangeNotSatisfiable: 'Der angeforderte Bereich liegt außerhalb des Objekts.',
  QuotaExceeded: 'Das Kontingent des Buckets ist ausgeschöpft.',
  RemoteRefused: 'Der entfernte Server hat die Zugangsdaten abgelehnt.',
  RemoteUnreachable: 'Der entfernte Server ist nicht erreichbar.',
  NotSupported: 'Der verbundene Speicherserver bietet dies nicht an.',
  StorageFull: 'Auf dem Speicherserver ist kein Platz mehr.',
  StorageUnreachable: 'Der Speicherserver ist nicht erreichbar.',
  StorageTimeout: 'Der Speicherserver hat nicht rechtzeitig geantwortet.',
  StorageFailed: 'Der Speicherserver hat mit einem Fehler geantwortet.',
  AuditLogBusy:
    'Es kommen mehr Audit-Einträge an, als geschrieben werden können. Senden Sie sie gleich noch einmal.',
  MetricsUnavailable:
    'Die Quelle der Metriken antwortet nicht. Versuchen Sie es gleich noch einmal.',
  StateUnavailable:
    'Die Datenbank der Konsole ist nicht erreichbar. Versuchen Sie es in einem Moment erneut.',
  ShuttingDown: 'Die Konsole wird neu gestartet. Versuchen Sie es in einem Moment erneut.',
  Internal: 'In der Konsole ist ein Fehler aufgetreten. Einzelheiten stehen im Serverprotokoll.',
};
