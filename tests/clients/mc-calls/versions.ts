import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

/** Reading, finding and comparing objects, and the versions in a separate bucket. */
export function versionCalls(from: string): readonly ClientCall[] {
  const bucket = `${from}-versions`;
  const version = (...args: string[]) => [...quiet, 'version', ...args, `store/${bucket}`];
  const copied = at(from, 'copied');
  const kept = at(bucket, 'kept');
  return [
    { name: 'show an object', args: [...quiet, 'cat', copied], shows: 'a few bytes' },
    {
      name: 'find objects by name',
      args: [...quiet, 'find', `store/${from}`, '--name', '*.txt'],
      shows: 'tree/a.txt',
      hides: 'copied',
    },
    { name: 'make a bucket for versions', args: [...quiet, 'mb', `store/${bucket}`] },
    { name: 'find no versioning', args: version('info'), shows: 'un-versioned' },
    { name: 'keep versions', args: version('enable'), shows: 'is enabled' },
    { name: 'find versioning', args: version('info'), shows: 'versioning is enabled' },
    {
      name: 'mirror from bucket to bucket',
      args: [...quiet, 'mirror', at(from, 'tree'), at(bucket, 'tree')],
    },
    {
      name: 'find no difference',
      args: [...quiet, 'diff', at(from, 'tree'), at(bucket, 'tree')],
      hides: 'a.txt',
    },
    { name: 'write a version', args: [...quiet, 'cp', copied, kept] },
    { name: 'write another', args: [...quiet, 'cp', at(from, 'tree/a.txt'), kept] },
    { name: 'delete the object', args: [...quiet, 'rm', kept], shows: 'delete marker' },
    { name: 'list its versions', args: [...quiet, 'ls', '--versions', kept], shows: 'v3 DEL kept' },
    { name: 'list no object', args: [...quiet, 'ls', `store/${bucket}`], hides: 'kept' },
    { name: 'undo the deletion', args: [...quiet, 'undo', kept], shows: 'reverted' },
    { name: 'show the latest version', args: [...quiet, 'cat', kept], shows: 'the content of a' },
    {
      name: 'find a difference',
      args: [...quiet, 'diff', `store/${from}`, `store/${bucket}`],
      shows: 'copied',
    },
    { name: 'describe a version', args: [...quiet, 'stat', kept], shows: 'VersionID' },
    {
      name: 'delete all versions of an object',
      args: [...quiet, 'rm', '--versions', '--force', kept],
      shows: 'Removed',
    },
    {
      name: 'list none of them',
      args: [...quiet, 'ls', '--versions', '--recursive', `store/${bucket}`],
      hides: 'kept',
    },
    { name: 'keep no more versions', args: version('suspend'), shows: 'is suspended' },
    { name: 'find it suspended', args: version('info'), shows: 'is suspended' },
    {
      name: 'delete all versions of a bucket',
      args: [...quiet, 'rm', '--versions', '--recursive', '--force', `store/${bucket}`],
    },
    { name: 'delete the empty bucket', args: [...quiet, 'rb', `store/${bucket}`] },
  ];
}
