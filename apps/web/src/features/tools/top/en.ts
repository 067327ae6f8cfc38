import { defineMessages } from '#web/lib/i18n/messages.ts';

export const topText = defineMessages('top', {
  title: 'Top',
  about: 'The busiest drives and the longest-held locks, every five seconds.',
  calls: 'For calls by name, use Trace',
  drives: {
    title: 'Drives',
    entity: 'drives',
    failed: 'The drives could not be loaded.',
    unmeasured: 'The storage server does not report how its drives performed in the last minute.',
    offline: 'Not online',
    slowest: 'Slowest: {{name}}, {{latency}}',
    column: {
      path: 'Drive',
      used: 'Used',
      latency: 'Latency',
      calls: 'Calls',
      waiting: 'Waiting',
      errors: 'Errors',
    },
  },
  locks: {
    title: 'Longest-held locks',
    entity: 'locks',
    none: 'No locks are held.',
    untold:
      'The connected storage server does not report its locks. MinIO does when several servers share them.',
    failed: 'The locks could not be loaded.',
    column: { resource: 'Object', type: 'Lock', since: 'Since', source: 'Source' },
  },
});
