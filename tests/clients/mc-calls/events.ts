import type { Target } from '../../targets/target.ts';
import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

const config = (...args: string[]) => [...quiet, 'admin', 'config', ...args];

/**
 * `mc admin config` for an event target, which takes effect after a restart of the service. The
 * server itself acts as the webhook, because the target only has to be reachable.
 */
export function notifyCalls({ endpoint }: Target): readonly ClientCall[] {
  return [
    {
      name: 'set a target for events',
      args: config(
        'set',
        'store',
        'notify_webhook:client',
        `endpoint=${endpoint}/minio/health/live`,
        'auth_token=sekrit',
      ),
      shows: 'restart your server',
    },
    {
      name: 'refuse a target that is away',
      args: config('set', 'store', 'notify_webhook:away', 'endpoint=http://127.0.0.1:1/'),
      refuses: 'away:webhook',
    },
    {
      name: 'explain the target',
      args: config('set', 'store', 'notify_webhook'),
      shows: 'endpoint',
    },
  ];
}

/** `mc event` and `mc watch`, after the restart. */
export function eventCalls(bucket: string, { region }: Target): readonly ClientCall[] {
  const target = `store/${bucket}`;
  const arn = `arn:minio:sqs:${region}:client:webhook`;
  const event = (...args: string[]) => [...quiet, 'event', ...args];
  const calls: readonly ClientCall[] = [
    {
      name: 'find the target',
      args: config('get', 'store', 'notify_webhook:client'),
      shows: 'notify_webhook:client endpoint=',
      hides: 'sekrit',
    },
    {
      name: 'find its ARN',
      args: ['--json', 'admin', 'info', 'store'],
      shows: `"sqsARN":["${arn}"]`,
    },
    {
      name: 'subscribe to events',
      args: event(
        'add',
        target,
        arn,
        '--event',
        'put,delete',
        '--prefix',
        'a/',
        '--suffix',
        '.txt',
      ),
      shows: 'Successfully added',
    },
    {
      name: 'subscribe to other events',
      args: event('add', target, arn, '--event', 'get'),
      shows: 'Successfully added',
    },
    {
      name: 'refuse a target that there is not',
      args: event('add', target, 'arn:minio:sqs::nobody:webhook', '--event', 'put'),
      refuses: 'destination ARN does not exist',
    },
    { name: 'list subscriptions', args: event('ls', target), shows: 's3:ObjectAccessed:*' },
    { name: 'list them with filters', args: event('ls', target, arn), shows: 'prefix="a/"' },
    {
      name: 'keep a target that is in use',
      args: config('reset', 'store', 'notify_webhook:client'),
      refuses: 'is in use',
    },
    {
      name: 'unsubscribe',
      args: event('rm', target, arn, '--event', 'get'),
      shows: 'Successfully removed',
    },
    { name: 'unsubscribe from all', args: event('rm', '--force', target), shows: 'removed' },
    { name: 'find no subscriptions', args: event('ls', target), hides: 'arn:' },
    {
      name: 'watch a bucket',
      args: ['--json', 'watch', target],
      beside: [...quiet, 'cp', at(bucket, 'copied'), at(bucket, 'watched')],
      shows: '"s3:ObjectCreated:Copy"',
    },
    {
      name: 'watch the server',
      args: ['--json', 'watch', 'store', '--events', 'put'],
      beside: [...quiet, 'cp', at(bucket, 'copied'), at(bucket, 'watched')],
      shows: '"s3:ObjectCreated:Copy"',
    },
    {
      name: 'remove what was watched',
      args: [...quiet, 'rm', at(bucket, 'watched')],
    },
    {
      name: 'remove the target',
      args: config('reset', 'store', 'notify_webhook:client'),
      shows: 'successfully reset',
    },
  ];
  // Nothing waits for MinIO's restart, and it would remove a target in use.
  return calls.map((call) => ({ ...call, only: 'embedded' }));
}
