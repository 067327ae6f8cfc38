import { defineMessages } from '#web/lib/i18n/messages.ts';

export const watchText = defineMessages('watch', {
  title: 'Watch',
  list: 'Changes',
  entity: 'changes',
  prefix: 'Prefix',
  suffix: 'Suffix',
  exportName: 'watch-{{bucket}}.jsonl',
  rate: 'Changes per second',
  none: 'No Changes at this time',
  column: { time: 'Time', size: 'Size', type: 'Type', path: 'Path' },
  status: {
    idle: 'Not watching',
    live: 'Watching',
  },
  missed_one: '{{formatted}} change was skipped: this browser could not keep up',
  missed_other: '{{formatted}} changes were skipped: this browser could not keep up',
  lost: 'The connection was lost for {{seconds}} s: changes may be missing',
});
