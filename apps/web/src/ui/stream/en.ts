import { defineMessages } from '#web/lib/i18n/messages.ts';

export const streamText = defineMessages('stream', {
  start: 'Start',
  stop: 'Stop',
  pause: 'Pause',
  resume_one: 'Resume ({{formatted}} new)',
  resume_other: 'Resume ({{formatted}} new)',
  clear: 'Clear',
  export: 'Export',
  status: {
    connecting: 'Connecting',
    reconnecting: 'Connection lost, reconnecting',
  },
  ended: {
    done: 'The server closed the connection.',
    refused:
      'The live connection could not be opened. A proxy in front of the console must allow WebSockets.',
  },
});
