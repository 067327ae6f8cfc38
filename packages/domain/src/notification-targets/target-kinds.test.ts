import { describe, expect, it } from 'vitest';
import { isTargetName, kindOfService, kindOfSubsystem, TARGET_KINDS } from './target-kinds.ts';
import { targetProblems } from './target-problems.ts';

const fieldsOf = (subsystem: string, which: (extra: boolean) => boolean = (extra) => !extra) =>
  (kindOfSubsystem(subsystem)?.fields ?? [])
    .filter(({ extra }) => which(extra === true))
    .map(({ key }) => key);
const requiredOf = (subsystem: string) =>
  (kindOfSubsystem(subsystem)?.fields ?? [])
    .filter((field) => field.required)
    .map(({ key }) => key);
const field = (subsystem: string, key: string) =>
  kindOfSubsystem(subsystem)?.fields.find((one) => one.key === key);

describe('the kinds of notification targets', () => {
  it('are the ten of MinIO [NOTIF-10] [NOTIF-11]', () => {
    expect(TARGET_KINDS.map(({ subsystem, name }) => [subsystem, name])).toEqual([
      ['notify_postgres', 'Postgres SQL'],
      ['notify_kafka', 'Kafka'],
      ['notify_amqp', 'AMQP'],
      ['notify_mqtt', 'MQTT'],
      ['notify_redis', 'Redis'],
      ['notify_nats', 'NATS'],
      ['notify_mysql', 'Mysql'],
      ['notify_elasticsearch', 'Elastic Search'],
      ['notify_webhook', 'Webhook'],
      ['notify_nsq', 'NSQ'],
    ]);
    for (const kind of TARGET_KINDS) expect(kindOfService(kind.service)).toBe(kind);
  });

  const common = ['queue_dir', 'queue_limit', 'comment'];
  it.each([
    [
      'notify_kafka',
      'brokers topic sasl_username sasl_password sasl_mechanism tls_client_auth sasl tls tls_skip_verify client_tls_cert client_tls_key version',
      'brokers',
    ],
    [
      'notify_amqp',
      'url exchange exchange_type routing_key mandatory durable no_wait internal auto_deleted delivery_mode',
      'url',
    ],
    ['notify_redis', 'address key password', 'address key'],
    [
      'notify_mqtt',
      'broker topic username password qos keep_alive_interval reconnect_interval',
      'broker topic',
    ],
    [
      'notify_nats',
      'address subject username password token tls tls_skip_verify ping_interval streaming streaming_async streaming_max_pub_acks_in_flight streaming_cluster_id cert_authority client_cert client_key',
      'address subject',
    ],
    ['notify_elasticsearch', 'url index format', 'url index format'],
    ['notify_webhook', 'endpoint auth_token', 'endpoint'],
    ['notify_nsq', 'nsqd_address topic tls tls_skip_verify', 'nsqd_address topic'],
    ['notify_postgres', 'connection_string table format', 'connection_string table format'],
    ['notify_mysql', 'dsn_string table format', 'dsn_string table format'],
  ])(
    '%s has its fields and requires some of them [NOTIF-16] [NOTIF-17] [NOTIF-18] [NOTIF-19] [NOTIF-21] [NOTIF-22] [NOTIF-23] [NOTIF-24] [NOTIF-26] [NOTIF-27] [NOTIF-28] [NOTIF-29] [NOTIF-30] [NOTIF-31] [NOTIF-32] [NOTIF-33] [NOTIF-34] [NOTIF-35]',
    (subsystem, fields, required) => {
      expect(fieldsOf(subsystem)).toEqual([...fields.split(' '), ...common]);
      expect(requiredOf(subsystem)).toEqual([...required.split(' '), 'queue_dir']);
    },
  );

  it('has the choices and defaults of the documents [NOTIF-20] [NOTIF-25] [NOTIF-44] [NOTIF-45]', () => {
    expect(field('notify_amqp', 'delivery_mode')?.choices).toEqual(['1', '2']);
    expect(field('notify_mqtt', 'qos')?.default).toBe('0');
    for (const subsystem of ['notify_postgres', 'notify_mysql', 'notify_elasticsearch']) {
      expect(field(subsystem, 'format')).toMatchObject({
        choices: ['namespace', 'access'],
        default: 'namespace',
      });
    }
  });
});

describe('the settings of a target', () => {
  const problems = (subsystem: string, values: Record<string, string>) => {
    const kind = kindOfSubsystem(subsystem);
    return kind && targetProblems(kind, values);
  };
  const webhook = { endpoint: 'http://localhost/', queue_dir: '/queue' };

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['notify_webhook', webhook, {}],
    ['notify_webhook', {}, { endpoint: 'required', queue_dir: 'required' }],
    ['notify_webhook', { ...webhook, queue_dir: 'queue' }, { queue_dir: 'path' }],
    ['notify_webhook', { ...webhook, queue_dir: 'C:\\queue' }, {}],
    ['notify_webhook', { ...webhook, queue_limit: '1e3' }, { queue_limit: 'number' }],
    ['notify_webhook', { ...webhook, auth_token: 'a"b' }, { auth_token: 'unsafe' }],
    ['notify_webhook', { ...webhook, comment: 'a\nnotify_redis x=1' }, { comment: 'unsafe' }],
    ['notify_webhook', { ...webhook, client_cert: '/c.pem' }, { client_key: 'pair' }],
    ['notify_webhook', { ...webhook, client_key: '/k.pem' }, { client_cert: 'pair' }],
    [
      'notify_mqtt',
      { broker: 'tcp://localhost', topic: 't', queue_dir: '/q', qos: '0' },
      { qos: 'qos' },
    ],
    ['notify_mqtt', { broker: 'tcp://localhost', topic: 't', queue_dir: '/q', qos: '1' }, {}],
    [
      'notify_nats',
      { address: 'localhost', subject: 's', queue_dir: '/q', ping_interval: '10' },
      { ping_interval: 'duration' },
    ],
    [
      'notify_nats',
      { address: 'localhost', subject: 's', queue_dir: '/q', ping_interval: '1m30s' },
      {},
    ],
  ])('of %s %j are wrong at %j', (subsystem, values, expected) => {
    expect(problems(subsystem, values)).toEqual(expected);
  });

  it.each([
    ['primary', true],
    ['_', true],
    ['a.b-c_1', true],
    ['', false],
    ['a:b', false],
    ['a b', false],
    ['-a', false],
    ['a'.repeat(65), false],
    ['ä', false],
  ])('may stand under the name %j: %s', (name, expected) => {
    expect(isTargetName(name)).toBe(expected);
  });
});
