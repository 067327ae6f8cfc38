import { defineMessages } from '#web/lib/i18n/messages.ts';

export const dockText = defineMessages('dock', {
  title: 'Transfers',
  running: '{{count}} running',
  cancelAll: 'Cancel all',
  collapse: 'Collapse transfers',
  expand: 'Expand transfers',
  close: 'Close transfers',
});
