import type { ClientProgram } from './client.ts';
import { at, quiet } from './mc-calls/arguments.ts';
import { bucketSettingCalls } from './mc-calls/bucket-settings.ts';
import { configCalls } from './mc-calls/config.ts';
import { encryptionCalls } from './mc-calls/encryption.ts';
import { eventCalls, notifyCalls } from './mc-calls/events.ts';
import { identityCalls, POLICY_FILE, POLICY_TEXT } from './mc-calls/identity.ts';
import { lockCalls } from './mc-calls/locks.ts';
import { replicationCalls } from './mc-calls/replication.ts';
import { versionCalls } from './mc-calls/versions.ts';

/** MinIO's client with its defaults: parts of 16 MiB, and the admin API. */
export const mc: ClientProgram = {
  name: 'mc',
  files: () => ({ [POLICY_FILE]: POLICY_TEXT }),
  environment: (target) => {
    const url = new URL(target.endpoint);
    return { MC_HOST_store: `http://${target.accessKey}:${target.secretKey}@${url.host}` };
  },
  createBucket: (bucket) => [...quiet, 'mb', `store/${bucket}`],
  put: (file, bucket, key) => [...quiet, 'cp', file, at(bucket, key)],
  putInParts: (file, bucket, key) => [...quiet, 'cp', file, at(bucket, key)],
  get: (bucket, key, file) => [...quiet, 'cp', at(bucket, key), file],
  list: (bucket) => [...quiet, 'ls', '--recursive', `store/${bucket}`],
  copy: (bucket, from, to) => [...quiet, 'cp', at(bucket, from), at(bucket, to)],
  sync: (folder, bucket, prefix) => [...quiet, 'mirror', folder, at(bucket, prefix)],
  remove: (bucket, key) => [...quiet, 'rm', at(bucket, key)],
  removeBelow: (bucket, prefix) => [...quiet, 'rm', '--recursive', '--force', at(bucket, prefix)],
  removeBucket: (bucket) => [...quiet, 'rb', `store/${bucket}`],
  extras: (bucket, target) => [
    {
      name: 'describe an object',
      args: [...quiet, 'stat', at(bucket, 'folder with space/übung 1.txt')],
    },
    { name: 'disk usage', args: [...quiet, 'du', `store/${bucket}`] },
    { name: 'share a download', args: [...quiet, 'share', 'download', at(bucket, 'copied')] },
    ...identityCalls,
    ...versionCalls(bucket),
    ...lockCalls(bucket),
    ...bucketSettingCalls(bucket),
    ...notifyCalls(target),
    ...configCalls,
    ...eventCalls(bucket, target),
    ...encryptionCalls(bucket),
    ...replicationCalls(bucket, target),
  ],
};
