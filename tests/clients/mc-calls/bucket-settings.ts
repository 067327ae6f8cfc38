import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

const RULES = JSON.stringify({
  Rules: [
    {
      ID: 'client-rule',
      Status: 'Enabled',
      Filter: { And: { Prefix: 'logs/', Tags: [{ Key: 'a', Value: 'b' }] } },
      Expiration: { Days: 30 },
      NoncurrentVersionExpiration: { NoncurrentDays: 5, NewerNoncurrentVersions: 2 },
    },
  ],
});

/** Tags, lifecycle, anonymous access and quota, on a bucket that is deleted with its contents. */
export function bucketSettingCalls(from: string): readonly ClientCall[] {
  const bucket = `${from}-settings`;
  const target = `store/${bucket}`;
  const object = at(bucket, 'object');
  const tag = (...args: string[]) => [...quiet, 'tag', ...args];
  const ilm = (...args: string[]) => [...quiet, 'ilm', 'rule', ...args];
  const anonymous = (...args: string[]) => [...quiet, 'anonymous', ...args];
  const quota = (...args: string[]) => [...quiet, 'quota', ...args];
  return [
    { name: 'make a bucket for settings', args: [...quiet, 'mb', target] },
    { name: 'write an object into it', args: [...quiet, 'cp', at(from, 'copied'), object] },
    { name: 'tag the bucket', args: tag('set', target, 'a=b&c=d'), shows: 'Tags set' },
    { name: 'list tags of the bucket', args: tag('list', '--json', target), shows: '"c":"d"' },
    { name: 'remove tags of the bucket', args: tag('remove', target), shows: 'removed' },
    { name: 'tag the object', args: tag('set', object, 'x=y'), shows: 'Tags set' },
    { name: 'list tags of the object', args: tag('list', '--json', object), shows: '"x":"y"' },
    { name: 'remove tags of the object', args: tag('remove', object), shows: 'removed' },
    {
      name: 'add a lifecycle rule',
      args: ilm('add', '--expire-days', '30', '--prefix', 'tmp/', target),
      shows: 'added',
    },
    {
      name: 'add a rule for versions',
      args: ilm('add', '--noncurrent-expire-days', '5', '--noncurrent-expire-newer', '3', target),
      shows: 'added',
    },
    { name: 'add a rule for markers', args: ilm('add', '--expire-delete-marker', target) },
    { name: 'list lifecycle rules', args: ilm('ls', target), shows: 'tmp/' },
    { name: 'remove all rules', args: ilm('rm', '--all', '--force', target), shows: 'removed' },
    { name: 'import rules', args: ilm('import', target), input: RULES, shows: 'imported' },
    {
      name: 'edit a rule',
      args: ilm('edit', '--id', 'client-rule', '--expire-days', '40', target),
      shows: 'modified',
    },
    { name: 'export rules', args: ilm('export', target), shows: '"Days":40' },
    { name: 'remove a rule', args: ilm('rm', '--id', 'client-rule', target), shows: 'removed' },
    {
      name: 'open it for downloads',
      args: anonymous('set', 'download', target),
      shows: 'download',
    },
    { name: 'find it open', args: anonymous('get', target), shows: 'is `download`' },
    { name: 'list what is open', args: anonymous('list', target), shows: 'readonly' },
    { name: 'close it', args: anonymous('set', 'private', target), shows: 'private' },
    { name: 'find it closed', args: anonymous('get', target), shows: 'is `private`' },
    { name: 'set a quota', args: quota('set', target, '--size', '1GiB'), shows: '1.0 GiB' },
    { name: 'read the quota', args: quota('info', target), shows: '1.0 GiB' },
    { name: 'clear the quota', args: quota('clear', target), shows: 'cleared' },
    { name: 'find no quota', args: quota('info', target), hides: '1.0 GiB' },
    { name: 'delete it with its content', args: [...quiet, 'rb', '--force', target] },
  ];
}
