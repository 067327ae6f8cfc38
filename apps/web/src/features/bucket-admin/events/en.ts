import { defineMessages } from '#web/lib/i18n/messages.ts';

export const eventsText = defineMessages('bucket-events', {
  title: 'Events',
  list: 'Event subscriptions',
  entity: 'event subscriptions',
  failed: 'The event subscriptions could not be loaded',
  column: { sqs: 'SQS', events: 'Events', prefix: 'Prefix', suffix: 'Suffix' },
  any: 'any',
  offline: 'not reachable',
  none: {
    text: 'Subscribe a target, such as a webhook, to be notified when objects are written, read or deleted.',
    ask: 'Your account may not subscribe a target. Ask an administrator for it.',
  },
  add: { action: 'Subscribe to Event' },
  subscribe: {
    title: 'Subscribe to Event',
    submit: 'Subscribe',
    done: '{{arn}} is subscribed to events of {{bucket}}.',
    arn: 'Target (ARN)',
    arnHint: 'Targets are configured on the storage server.',
    arnTyped: 'ARN',
    arnTypedHint:
      'Your account cannot list the targets of the storage server. Enter the ARN of one.',
    arnFailed: 'The targets could not be loaded: {{reason}} Enter the ARN of one.',
    arnMissing: 'Choose a target.',
    eventsMissing: 'Choose at least one event.',
    arnError: 'An ARN begins with arn:',
    loading: 'Loading the targets',
    online: 'online',
    offline: 'not reachable',
    unknown: 'status unknown',
    noTargets: 'No target is configured on the storage server',
    noTargetsHow:
      'An administrator adds one, and restarts the storage server where it asks for that.',
    addTarget: 'Add a target',
    kinds:
      'The embedded storage delivers to webhooks, PostgreSQL and Redis. AMQP, Elasticsearch, Kafka, MQTT, MySQL, NATS and NSQ need a MinIO server as storage.',
    events: 'Events',
    prefix: 'Prefix',
    prefixHint: 'Only objects whose names start with this, e.g. photos/',
    suffix: 'Suffix',
    suffixHint: 'Only objects whose names end with this, e.g. .jpg',
  },
  type: {
    put: 'PUT: an object is written',
    get: 'GET: an object is read',
    delete: 'DELETE: an object is deleted',
  },
  delete: {
    title: 'Delete Event',
    text: 'Events of {{bucket}} will no longer be sent to {{arn}}:',
    what: '{{events}}, prefix {{prefix}}, suffix {{suffix}}',
    done: 'The event subscription was deleted.',
  },
  help: {
    title: 'Bucket notifications',
    text: 'A bucket can notify other services of changes to its objects. Each subscription has a target, the events to send, and optionally a prefix and suffix. Events are queued on the storage server while a target cannot be reached.',
    minio: 'Bucket notifications in MinIO',
    s3: 'Event notifications in S3',
  },
});
