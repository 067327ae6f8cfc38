import type { ClientCall } from '../client.ts';
import { at, quiet } from './arguments.ts';

/** `mc retention` and `mc legalhold` on a separate bucket. */
export function lockCalls(from: string): readonly ClientCall[] {
  const bucket = `${from}-locked`;
  const kept = at(bucket, 'kept');
  const retention = (...args: string[]) => [...quiet, 'retention', ...args];
  const removal = [...quiet, 'rm', '--versions', '--force', kept];
  // The wording of S3 and of MinIO.
  const protectedText = 'protected';
  return [
    { name: 'make a bucket with locks', args: [...quiet, 'mb', '--with-lock', `store/${bucket}`] },
    {
      name: 'set a default retention',
      args: retention('set', '--default', 'governance', '5d', `store/${bucket}`),
      shows: '5DAYS',
    },
    {
      name: 'read the default retention',
      args: retention('info', '--default', `store/${bucket}`),
      shows: 'GOVERNANCE',
    },
    {
      name: 'clear the default retention',
      args: retention('clear', '--default', `store/${bucket}`),
      shows: 'cleared',
    },
    { name: 'write an object to lock', args: [...quiet, 'cp', at(from, 'copied'), kept] },
    { name: 'retain it', args: retention('set', 'governance', '3d', kept), shows: 'successfully' },
    { name: 'read its retention', args: retention('info', kept), shows: 'GOVERNANCE' },
    { name: 'be refused to delete it', args: removal, refuses: protectedText },
    { name: 'clear its retention', args: retention('clear', kept), shows: 'cleared' },
    { name: 'find no retention', args: retention('info', kept), shows: 'NO RETENTION' },
    { name: 'hold it', args: [...quiet, 'legalhold', 'set', kept], shows: 'successfully' },
    { name: 'find it held', args: [...quiet, 'legalhold', 'info', kept], shows: 'ON' },
    { name: 'be refused to delete it again', args: removal, refuses: protectedText },
    { name: 'let it go', args: [...quiet, 'legalhold', 'clear', kept], shows: 'cleared' },
    { name: 'find it let go', args: [...quiet, 'legalhold', 'info', kept], shows: 'OFF' },
    { name: 'retain it once more', args: retention('set', 'governance', '1d', kept) },
    { name: 'delete it in spite of that', args: [...removal, '--bypass'], shows: 'Removed' },
    { name: 'delete the bucket with locks', args: [...quiet, 'rb', `store/${bucket}`] },
  ];
}
