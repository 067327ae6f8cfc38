import { defineMessages } from '#web/lib/i18n/messages.ts';

export const replicationText = defineMessages('replication', {
  advice:
    'Do not use root credentials: on the remote server, make an access key that may only write to the target bucket.',
  accessKey: 'Access Key',
  accessKeyFault: 'An access key has at least 3 characters.',
  secretKey: 'Secret Key',
  secretKeyFault: 'A secret key has at least 8 characters.',
  target: 'Target URL',
  targetHint: 'Host and port of the remote server, such as storage.example.net:9000',
  targetFault: 'Enter a host, with its port where it needs one, and nothing behind it.',
  useTls: 'Use TLS',
  region: 'Region',
  mode: 'Replication Mode',
  modes: { async: 'Asynchronous', sync: 'Synchronous' },
  modeHint: {
    async: 'A write is answered at once, its copy follows.',
    sync: 'A write is answered when its copy has been tried, which takes longer.',
  },
  bandwidth: 'Bandwidth per second',
  bandwidthHint: '0 for no limit. MinIO accepts no limit under 100 MB per second.',
  bandwidthFault: 'Enter an amount of 0 or more.',
  bandwidthUnit: 'Bandwidth unit',
  health: 'Health Check Period',
  healthHint: 'Seconds between two looks at whether the remote server is there.',
  healthFault: 'Enter a whole number of seconds.',
});
