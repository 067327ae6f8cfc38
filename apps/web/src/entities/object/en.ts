import { defineMessages } from '#web/lib/i18n/messages.ts';

export const objectText = defineMessages('object', {
  gone: "'{{name}}' no longer exists.",
  downloadStarted: 'Download process started, it may take a few moments to complete',
  retention: {
    mode: 'Mode',
    modes: { governance: 'Governance', compliance: 'Compliance' },
    modeHints: {
      governance: 'Can be shortened or removed with a special permission.',
      compliance: 'Can never be shortened or removed, by anybody.',
    },
    date: 'Retain until',
    dateHint: 'To the end of this day, UTC.',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    error: {
      mode: 'Choose a mode.',
      day: 'Choose a day that exists.',
      past: 'Choose a day in the future.',
    },
  },
});
