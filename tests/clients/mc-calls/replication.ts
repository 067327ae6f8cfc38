import type { Target } from '../../targets/target.ts';
import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

/** `mc replicate` between two new buckets of the same server. */
export function replicationCalls(from: string, target: Target): readonly ClientCall[] {
  const source = `${from}-source`;
  const replicas = `${from}-replicas`;
  const bucket = `store/${source}`;
  const { host } = new URL(target.endpoint);
  const remote = (name: string, secret = target.secretKey) =>
    `http://${target.accessKey}:${secret}@${host}/${name}`;
  const replicate = (call: string, ...args: string[]) => [
    ...quiet,
    'replicate',
    call,
    bucket,
    ...args,
  ];
  const add = (name: string, ...args: string[]) =>
    replicate('add', '--remote-bucket', name, '--priority', '1', '--id', 'everything', ...args);
  const once = (name: string) => ({
    args: [...quiet, 'mb', `store/${name}`],
    name: `make ${name}`,
  });
  return [
    once(source),
    once(replicas),
    {
      name: 'be refused to replicate without versions',
      args: add(remote(replicas)),
      refuses: 'versioning',
    },
    ...[source, replicas].map((name) => ({
      name: `keep versions in ${name}`,
      args: [...quiet, 'version', 'enable', `store/${name}`],
    })),
    {
      name: 'write before there is a rule',
      args: [...quiet, 'cp', at(from, 'copied'), at(source, 'old')],
    },
    { name: 'be refused to replicate to itself', args: add(remote(source)), refuses: 'identical' },
    {
      name: 'be refused without a bucket',
      args: add(remote(`${from}-none`)),
      refuses: 'not exist',
    },
    {
      name: 'be refused with a wrong secret',
      args: add(remote(replicas, 'wrong-secret')),
      refuses: 'emote service',
    },
    {
      name: 'be refused a slow limit',
      args: add(remote(replicas), '--bandwidth', '1M'),
      refuses: 'at least 100MBps',
    },
    { name: 'replicate', args: add(remote(replicas), '--sync'), shows: 'applied' },
    { name: 'list the rule', args: replicate('ls'), shows: 'everything' },
    { name: 'write by it', args: [...quiet, 'cp', at(from, 'copied'), at(source, 'new')] },
    {
      name: 'find it replicated',
      args: [...quiet, 'stat', at(replicas, 'new')],
      shows: 'REPLICA',
    },
    { name: 'see how it goes', args: replicate('status'), shows: 'Replicated' },
    {
      name: 'change the rule',
      args: replicate('update', '--id', 'everything', '--priority', '7', '--replicate', 'delete'),
      shows: 'applied',
    },
    { name: 'find it changed', args: replicate('ls', '--json'), shows: '"Priority":7' },
    { name: 'export the rules', args: replicate('export'), shows: '"ID":"everything"' },
    {
      name: 'change the limit of the target',
      args: replicate(
        'update',
        '--id',
        'everything',
        '--remote-bucket',
        remote(replicas),
        '--bandwidth',
        '1G',
      ),
      shows: 'applied',
    },
    { name: 'list what waits', args: replicate('backlog', '--json') },
    { name: 'remove the rules', args: replicate('rm', '--all', '--force'), shows: 'removed' },
    { name: 'find no rules', args: replicate('ls'), refuses: 'not set' },
    ...[source, replicas].map((name) => ({
      name: `delete ${name}`,
      args: [...quiet, 'rb', '--force', `store/${name}`],
    })),
  ];
}
