import { defineMessages } from '#web/lib/i18n/messages.ts';

export const toolsText = defineMessages('tools', {
  title: 'Tools',
  return: 'Return to Tools',
  none: 'Your account can use none of the tools.',
  tool: {
    logs: 'Logs',
    'audit-logs': 'Audit Logs',
    watch: 'Watch',
    trace: 'Trace',
    heal: 'Heal',
    diagnostics: 'Diagnostics',
    'speed-test': 'Speed Test',
    top: 'Top',
    profile: 'Profile',
    'access-keys': 'Access Keys',
    iam: 'Export and Import',
  },
  about: {
    logs: 'The log of the storage server, live',
    'audit-logs': 'Who did what, searchable',
    watch: 'What happens in a bucket, while it happens',
    trace: 'The calls that the storage server answers, live',
    heal: 'Look for damaged objects and repair them',
    'speed-test': 'How fast drives, network and objects are',
    profile: 'What the storage servers spend time and memory on, as a file',
    top: 'The busiest drives and the longest-held locks',
    'access-keys': 'Every access key: owner, last use, expiry and permissions',
    iam: 'Users, groups, policies and service accounts as a file',
    diagnostics: 'A report on the storage server and its machines',
  },
});
