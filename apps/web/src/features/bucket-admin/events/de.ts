import type { Translation } from '#web/lib/i18n/messages.ts';
import type { eventsText } from './en.ts';

export const eventsDe: Translation<typeof eventsText> = {
  title: 'Ereignisse',
  list: 'Ereignisabonnements',
  entity: 'Ereignisabonnements',
  failed: 'Die Ereignisabonnements konnten nicht geladen werden',
  column: { sqs: 'SQS', events: 'Ereignisse', prefix: 'Präfix', suffix: 'Suffix' },
  any: 'beliebig',
  offline: 'nicht erreichbar',
  none: {
    text: 'Abonnieren Sie Ereignisse für ein Ziel, etwa einen Webhook, das benachrichtigt wird, wenn Objekte geschrieben, gelesen oder gelöscht werden.',
    ask: 'Ihr Konto darf keine Ereignisse abonnieren. Wenden Sie sich an einen Administrator.',
  },
  add: { action: 'Ereignisse abonnieren' },
  subscribe: {
    title: 'Ereignisse abonnieren',
    submit: 'Abonnieren',
    done: '{{arn}} erhält jetzt Ereignisse von {{bucket}}.',
    arn: 'Ziel (ARN)',
    arnHint: 'Ziele werden auf dem Speicherserver eingerichtet.',
    arnTyped: 'ARN',
    arnTypedHint:
      'Ihr Konto kann die Ziele des Speicherservers nicht auflisten. Geben Sie die ARN eines Ziels ein.',
    arnFailed:
      'Die Ziele konnten nicht geladen werden: {{reason}} Geben Sie die ARN eines Ziels ein.',
    arnMissing: 'Wählen Sie ein Ziel.',
    eventsMissing: 'Wählen Sie mindestens ein Ereignis.',
    arnError: 'Eine ARN beginnt mit arn:',
    loading: 'Ziele werden geladen',
    online: 'erreichbar',
    offline: 'nicht erreichbar',
    unknown: 'Status unbekannt',
    noTargets: 'Auf dem Speicherserver ist kein Ziel eingerichtet',
    noTargetsHow:
      'Ein Administrator fügt eines hinzu und startet den Speicherserver neu, wenn dieser es verlangt.',
    addTarget: 'Ziel hinzufügen',
    kinds:
      'Der eingebettete Speicher liefert an Webhooks, PostgreSQL und Redis. AMQP, Elasticsearch, Kafka, MQTT, MySQL, NATS und NSQ erfordern einen MinIO-Server als Speicher.',
    events: 'Ereignisse',
    prefix: 'Präfix',
    prefixHint: 'Nur Objekte, deren Namen so beginnen, z. B. photos/',
    suffix: 'Suffix',
    suffixHint: 'Nur Objekte, deren Namen so enden, z. B. .jpg',
  },
  type: {
    put: 'PUT: Ein Objekt wird geschrieben',
    get: 'GET: Ein Objekt wird gelesen',
    delete: 'DELETE: Ein Objekt wird gelöscht',
  },
  delete: {
    title: 'Ereignisabonnement löschen',
    text: 'Ereignisse von {{bucket}} werden nicht mehr an {{arn}} gesendet:',
    what: '{{events}}, Präfix {{prefix}}, Suffix {{suffix}}',
    done: 'Das Ereignisabonnement wurde gelöscht.',
  },
  help: {
    title: 'Bucket-Benachrichtigungen',
    text: 'Ein Bucket kann andere Dienste über Änderungen an seinen Objekten benachrichtigen. Jedes Abonnement hat ein Ziel, die zu sendenden Ereignisse und wahlweise Präfix und Suffix. Solange ein Ziel nicht erreichbar ist, reiht der Speicherserver die Ereignisse ein.',
    minio: 'Bucket-Benachrichtigungen in MinIO',
    s3: 'Ereignisbenachrichtigungen in S3',
  },
};
