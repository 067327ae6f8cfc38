import { defineMessages } from '#web/lib/i18n/messages.ts';

export const replicationText = defineMessages('replication', {
  advice:
    'Do not use root credentials: on the remote server, make an access key that may only write to the target bucket.',
  accessKey: 'Access Key',
  accessKeyError: 'An access key has at least 3 characters.',
  secretKey: 'Secret Key',
  secretKeyError: 'A secret key has at least 8 characters.',
  target: 'Target URL',
  targetHint: 'Host and port of the remote server, such as storage.example.net:9000',
  targetError: 'Enter a host, with a port if needed, and no path.',
  useTls: 'Use TLS',
  region: 'Region',
  mode: 'Replication Mode',
  modes: { async: 'Asynchronous', sync: 'Synchronous' },
  modeHint: {
    async: 'Writes return immediately; replication follows.',
    sync: 'Writes return after replication was attempted, which takes longer.',
  },
  bandwidth: 'Bandwidth per second',
  bandwidthHint: '0 for no limit. MinIO requires at least 100 MB/s.',
  bandwidthError: 'Enter an amount of 0 or more.',
  bandwidthUnit: 'Bandwidth unit',
  health: 'Health Check Period',
  healthHint: 'Seconds between health checks.',
  healthError: 'Enter a whole number of seconds.',
  priorityError: 'Enter a whole number of 0 or more.',
  tagsError: 'A tag is too long.',
});
