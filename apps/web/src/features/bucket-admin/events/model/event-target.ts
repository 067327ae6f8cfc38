/** How the kinds of targets are written, by their name in an ARN. */
const KINDS: Readonly<Record<string, string>> = {
  amqp: 'AMQP',
  elasticsearch: 'Elasticsearch',
  kafka: 'Kafka',
  mqtt: 'MQTT',
  mysql: 'MySQL',
  nats: 'NATS',
  nsq: 'NSQ',
  postgresql: 'PostgreSQL',
  redis: 'Redis',
  webhook: 'Webhook',
};

/** The kind of a target as people write it. */
export function kindName(service: string): string {
  return KINDS[service] ?? service;
}

/** Kind and name of the target that an ARN (arn:minio:sqs:region:name:kind) stands for. */
export function targetOfArn(arn: string): { readonly kind: string; readonly name: string } {
  const [, , , , name = '', ...kind] = arn.split(':');
  return { kind: kindName(kind.join(':')), name };
}
