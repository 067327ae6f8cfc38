import { defineMessages } from '#web/lib/i18n/messages.ts';

export const sessionsText = defineMessages('sessions', {
  title: 'My sessions',
  list: 'Sessions',
  device: '{{browser}} on {{system}}',
  unknownDevice: 'Unknown device',
  current: 'This session',
  facts: '{{address}} · last used {{age}} · logged in {{since}}',
  end: 'End',
  endOf: 'End session: {{device}}, {{address}}',
  endAll: 'End all my sessions',
  close: 'Close',
  ended: 'Session ended.',
  failed: 'The sessions could not be loaded.',
});
