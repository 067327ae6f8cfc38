import type { TargetField } from './target-field.ts';
import {
  choice,
  common,
  duration,
  extra,
  number,
  onOff,
  required,
  secret,
  text,
} from './target-field.ts';

/** A kind of server that events can be sent to. */
export interface TargetKind {
  /** The subsystem in the server's configuration. */
  readonly subsystem: string;
  /** The name in ARNs and in the server's list of targets. */
  readonly service: string;
  /** The display name. */
  readonly name: string;
  readonly fields: readonly TargetField[];
}

const TARGET_FORMATS = ['namespace', 'access'] as const;
/** Returns the settings that MinIO has for both databases with a connection string. */
const database = (connection: string): readonly TargetField[] => [
  { key: connection, type: 'connection', required: true },
  required('table'),
  choice('format', TARGET_FORMATS, { required: true, default: 'namespace' }),
  number('max_open_connections', extra),
];

/** MinIO's ten kinds, in display order. */
export const TARGET_KINDS: readonly TargetKind[] = [
  {
    subsystem: 'notify_postgres',
    service: 'postgresql',
    name: 'Postgres SQL',
    fields: [...database('connection_string'), ...common],
  },
  {
    subsystem: 'notify_kafka',
    service: 'kafka',
    name: 'Kafka',
    fields: [
      { key: 'brokers', type: 'list', required: true },
      text('topic'),
      text('sasl_username'),
      secret('sasl_password'),
      text('sasl_mechanism'),
      text('tls_client_auth'),
      onOff('sasl'),
      onOff('tls'),
      onOff('tls_skip_verify'),
      text('client_tls_cert'),
      text('client_tls_key'),
      text('version'),
      choice('compression_codec', ['none', 'snappy', 'gzip', 'lz4', 'zstd'], extra),
      number('batch_size', extra),
      ...common,
    ],
  },
  {
    subsystem: 'notify_amqp',
    service: 'amqp',
    name: 'AMQP',
    fields: [
      { key: 'url', type: 'connection', required: true },
      text('exchange'),
      text('exchange_type'),
      text('routing_key'),
      onOff('mandatory'),
      onOff('durable'),
      onOff('no_wait'),
      onOff('internal'),
      onOff('auto_deleted'),
      choice('delivery_mode', ['1', '2']),
      onOff('publisher_confirms', extra),
      ...common,
    ],
  },
  {
    subsystem: 'notify_mqtt',
    service: 'mqtt',
    name: 'MQTT',
    fields: [
      { key: 'broker', type: 'connection', required: true },
      required('topic'),
      text('username'),
      secret('password'),
      choice('qos', ['0', '1', '2'], { default: '0' }),
      duration('keep_alive_interval'),
      duration('reconnect_interval'),
      ...common,
    ],
  },
  {
    subsystem: 'notify_redis',
    service: 'redis',
    name: 'Redis',
    fields: [
      required('address'),
      required('key'),
      secret('password'),
      text('user', extra),
      choice('format', TARGET_FORMATS, { default: 'namespace', ...extra }),
      ...common,
    ],
  },
  {
    subsystem: 'notify_nats',
    service: 'nats',
    name: 'NATS',
    fields: [
      required('address'),
      required('subject'),
      text('username'),
      secret('password'),
      secret('token'),
      onOff('tls'),
      onOff('tls_skip_verify'),
      duration('ping_interval'),
      onOff('streaming'),
      onOff('streaming_async'),
      number('streaming_max_pub_acks_in_flight'),
      text('streaming_cluster_id'),
      text('cert_authority'),
      text('client_cert'),
      text('client_key'),
      onOff('jetstream', extra),
      ...common,
    ],
  },
  {
    subsystem: 'notify_mysql',
    service: 'mysql',
    name: 'Mysql',
    fields: [...database('dsn_string'), ...common],
  },
  {
    subsystem: 'notify_elasticsearch',
    service: 'elasticsearch',
    name: 'Elastic Search',
    fields: [
      { key: 'url', type: 'connection', required: true },
      required('index'),
      choice('format', TARGET_FORMATS, { required: true, default: 'namespace' }),
      text('username', extra),
      { ...secret('password'), ...extra },
      ...common,
    ],
  },
  {
    subsystem: 'notify_webhook',
    service: 'webhook',
    name: 'Webhook',
    fields: [
      { key: 'endpoint', type: 'connection', required: true },
      secret('auth_token'),
      text('client_cert', extra),
      text('client_key', extra),
      ...common,
    ],
  },
  {
    subsystem: 'notify_nsq',
    service: 'nsq',
    name: 'NSQ',
    fields: [
      required('nsqd_address'),
      required('topic'),
      onOff('tls'),
      onOff('tls_skip_verify'),
      ...common,
    ],
  },
];

const BY_SUBSYSTEM = new Map(TARGET_KINDS.map((kind) => [kind.subsystem, kind]));
const BY_SERVICE = new Map(TARGET_KINDS.map((kind) => [kind.service, kind]));

/** @param subsystem such as notify_webhook */
export function kindOfSubsystem(subsystem: string): TargetKind | undefined {
  return BY_SUBSYSTEM.get(subsystem);
}

/** @param service such as webhook */
export function kindOfService(service: string): TargetKind | undefined {
  return BY_SERVICE.get(service);
}

/** The server's name for the target that is configured without one. */
export const DEFAULT_TARGET = '_';

/** Names are part of ARNs, which are separated by colons. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** Whether the name is valid for a target on every server. */
export function isTargetName(name: string): boolean {
  return NAME.test(name);
}
