import { checkPath, checkUrl } from './notify-subsystems.ts';
import { COMMENT, type ConfigKey, type Subsystem } from './subsystem.ts';
import { checkDuration, checkNumber, checkOneOf, checkText } from './value-checks.ts';

const text = (key: string, description: string, more: Partial<ConfigKey> = {}): ConfigKey => ({
  key,
  default: '',
  type: 'string',
  description,
  problem: checkText(4096),
  ...more,
});

const number = (
  key: string,
  description: string,
  range: readonly [least: number, most: number],
  preset: string,
): ConfigKey => ({
  ...{ key, description, default: preset, type: 'number' },
  problem: checkNumber(...range),
});

/** Returns MinIO's keys for both kinds of webhooks. */
function keysFor(records: string): readonly ConfigKey[] {
  return [
    {
      ...{ key: 'enable', default: 'off', type: 'on|off' },
      description: `whether ${records} are sent to this webhook`,
      problem: checkOneOf(['on', 'off']),
    },
    text('endpoint', 'URL that they are sent to, such as http://localhost:8080/records', {
      type: 'url',
      required: true,
      problem: checkUrl,
    }),
    text('auth_token', 'value of the Authorization header', { secret: true }),
    text('client_cert', 'path of the client certificate of this store', {
      problem: checkPath,
    }),
    text('client_key', 'path of the key of the client certificate', { problem: checkPath }),
    number('batch_size', 'maximum number of records per request', [1, 10_000], '1'),
    number(
      'queue_size',
      'maximum number of undelivered records; further ones are dropped',
      [1, 1e7],
      '100000',
    ),
    text('queue_dir', 'not needed: undelivered records are always kept in the data directory', {
      type: 'path',
      problem: checkPath,
    }),
    number('max_retry', 'maximum number of retries; 0 for no limit', [0, 1000], '0'),
    {
      ...{ key: 'retry_interval', default: '3s', type: 'duration' },
      description: 'pause after a failed attempt',
      problem: checkDuration('100ms', '1h'),
    },
    {
      ...{ key: 'http_timeout', default: '5s', type: 'duration' },
      description: 'timeout of one request',
      problem: checkDuration('1s', '5m'),
    },
    COMMENT,
  ];
}

const together: Subsystem['problem'] = ({ client_cert: cert = '', client_key: key = '' }) =>
  (cert === '') === (key === '') ? undefined : 'client_cert and client_key go together';

export const LOGGER_WEBHOOK: Subsystem = {
  name: 'logger_webhook',
  description: 'warnings and errors of this server to webhooks',
  dynamic: true,
  multipleTargets: true,
  keys: keysFor('warnings and errors'),
  problem: together,
};

export const AUDIT_WEBHOOK: Subsystem = {
  name: 'audit_webhook',
  description: 'a record of each call to webhooks',
  dynamic: true,
  multipleTargets: true,
  keys: keysFor('records of calls'),
  problem: together,
};
