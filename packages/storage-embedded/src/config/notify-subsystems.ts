import { isAbsolute } from 'node:path';
import type { TargetKind } from '../notifications/target-id.ts';
import { parseConnectionString } from '../notifications/targets/connection-string.ts';
import { isTableName } from '../notifications/targets/postgres.ts';
import { COMMENT, type ConfigKey, type Subsystem } from './subsystem.ts';
import { type Check, checkNumber, checkOneOf, checkText } from './value-checks.ts';

export const ENABLE: ConfigKey = {
  key: 'enable',
  default: 'off',
  type: 'on|off',
  description: 'whether events are sent to this target',
  problem: checkOneOf(['on', 'off']),
};

const FORMAT: ConfigKey = {
  key: 'format',
  default: 'namespace',
  type: 'namespace*|access',
  description: 'namespace keeps the last event of each object, access keeps all of them',
  problem: checkOneOf(['namespace', 'access']),
};

export function checkPath(value: string): string | undefined {
  return isAbsolute(value) ? undefined : 'it must be an absolute path';
}

/**
 * The only key without effect: forms and scripts written for MinIO always send it. See ADR 0012.
 */
const QUEUE_DIR: ConfigKey = {
  key: 'queue_dir',
  default: '',
  type: 'path',
  description: 'not needed: undelivered events are always kept on the drives of this store',
  problem: checkPath,
};

const QUEUE_LIMIT: ConfigKey = {
  key: 'queue_limit',
  default: '0',
  type: 'number',
  description: 'maximum number of undelivered events, further ones are dropped; 0 for 100000',
  problem: checkNumber(0, 10_000_000),
};

export const text = (
  key: string,
  description: string,
  more: Partial<ConfigKey> = {},
): ConfigKey => ({
  key,
  default: '',
  type: 'string',
  description,
  problem: checkText(4096),
  ...more,
});

export const checkUrl: Check = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:'
    ? undefined
    : 'it must be an address with http:// or https://';
};

const checkAddress: Check = (value) =>
  /^(\[[0-9a-fA-F:.]+\]|[^\s:/@?#[\]]+)(:[0-9]{1,5})?$/.test(value) &&
  URL.canParse(`redis://${value}`)
    ? undefined
    : 'it must be a host and its port';

const WEBHOOK: Subsystem = {
  name: 'notify_webhook',
  description: 'events of buckets to webhooks',
  dynamic: false,
  multipleTargets: true,
  keys: [
    ENABLE,
    text('endpoint', 'URL that events are sent to, such as http://localhost:8080/events', {
      type: 'url',
      required: true,
      problem: checkUrl,
    }),
    text('auth_token', 'token sent with each request, as Bearer unless it names its scheme', {
      secret: true,
    }),
    QUEUE_LIMIT,
    QUEUE_DIR,
    text('client_cert', 'path of the client certificate of this store', {
      problem: checkPath,
    }),
    text('client_key', 'path of the key of the client certificate', { problem: QUEUE_DIR.problem }),
    COMMENT,
  ],
  problem: ({ client_cert: cert = '', client_key: key = '' }) =>
    (cert === '') === (key === '') ? undefined : 'client_cert and client_key go together',
};

const POSTGRES: Subsystem = {
  name: 'notify_postgres',
  description: 'events of buckets to PostgreSQL',
  dynamic: false,
  multipleTargets: true,
  keys: [
    ENABLE,
    FORMAT,
    text(
      'connection_string',
      'such as "host=localhost port=5432 dbname=events user=me password=secret sslmode=disable"',
      {
        required: true,
        problem: (value) =>
          parseConnectionString(value) === undefined
            ? 'it must be a list of host, port, dbname, user, password and sslmode, or a postgres:// address'
            : undefined,
      },
    ),
    text('table', 'table for the events, created if it does not exist', {
      required: true,
      problem: (value) => (isTableName(value) ? undefined : 'it must be a name of a table'),
    }),
    QUEUE_DIR,
    QUEUE_LIMIT,
    {
      key: 'max_open_connections',
      default: '2',
      type: 'number',
      description: 'maximum number of connections to the database; 0 for no limit',
      problem: checkNumber(0, 1000),
    },
    COMMENT,
  ],
};

const REDIS: Subsystem = {
  name: 'notify_redis',
  description: 'events of buckets to Redis',
  dynamic: false,
  multipleTargets: true,
  keys: [
    ENABLE,
    FORMAT,
    text('address', 'host and port, such as localhost:6379', {
      type: 'address',
      required: true,
      problem: checkAddress,
    }),
    text('key', 'key of the hash (namespace) or the list (access) of the events', {
      required: true,
    }),
    text('password', 'password of the Redis server', { secret: true }),
    text('user', 'user for the password'),
    QUEUE_DIR,
    QUEUE_LIMIT,
    COMMENT,
  ],
};

/** Subsystems of event targets, by kind of target. */
export const NOTIFY_SUBSYSTEMS: ReadonlyMap<TargetKind, Subsystem> = new Map([
  ['webhook', WEBHOOK],
  ['postgresql', POSTGRES],
  ['redis', REDIS],
]);
