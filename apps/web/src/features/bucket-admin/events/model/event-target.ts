/** Display names of target kinds, by their name in an ARN. */
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

/** Returns the display name of a target's kind. */
export function kindName(service: string): string {
  return KINDS[service] ?? service;
}

/** Returns kind and name of the target identified by an ARN (arn:minio:sqs:region:name:kind). */
export function targetOfArn(arn: string): { readonly kind: string; readonly name: string } {
  const [, , , , name = '', ...kind] = arn.split(':');
  return { kind: kindName(kind.join(':')), name };
}
