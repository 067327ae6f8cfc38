import type { ConfigValues } from '../config/config-text.ts';
import type { TargetKind } from './target-id.ts';
import { parseConnectionString } from './targets/connection-string.ts';
import { PostgresTarget } from './targets/postgres.ts';
import { RedisTarget } from './targets/redis.ts';
import type { Target, TargetFormat } from './targets/target.ts';
import { WebhookTarget } from './targets/webhook.ts';

/** The settings of a target, with the effective value of every key. */
export interface ConfiguredTarget {
  readonly name: string;
  readonly kind: TargetKind;
  readonly values: ConfigValues;
}

/** MinIO's default limit. */
const DEFAULT_LIMIT = 100_000;

const MAKERS: Readonly<Record<TargetKind, (values: ConfigValues) => Target>> = {
  webhook: makeWebhook,
  postgresql: makePostgres,
  redis: makeRedis,
};

/** Creates the target for validated settings. Does not connect yet. */
export function makeTarget({ kind, values }: ConfiguredTarget): Target {
  return MAKERS[kind](values);
}

export function queueLimit(values: ConfigValues): number {
  return Number(values.queue_limit ?? 0) || DEFAULT_LIMIT;
}

function makeWebhook(values: ConfigValues): Target {
  return new WebhookTarget({
    endpoint: values.endpoint ?? '',
    authToken: values.auth_token ?? '',
    clientCert: values.client_cert ?? '',
    clientKey: values.client_key ?? '',
  });
}

function makePostgres(values: ConfigValues): Target {
  const connection = parseConnectionString(values.connection_string ?? '');
  if (connection === undefined) {
    throw new Error('The connection string cannot be read.');
  }
  return new PostgresTarget({
    connection,
    table: values.table ?? '',
    format: formatOf(values),
    maxOpenConnections: Number(values.max_open_connections ?? 0),
  });
}

function makeRedis(values: ConfigValues): Target {
  const { hostname, port } = new URL(`redis://${values.address ?? ''}`);
  return new RedisTarget({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    user: values.user ?? '',
    password: values.password ?? '',
    key: values.key ?? '',
    format: formatOf(values),
  });
}

function formatOf({ format }: ConfigValues): TargetFormat {
  return format === 'access' ? 'access' : 'namespace';
}
