import { defineMessages } from '#web/lib/i18n/messages.ts';

export const wizardFrameText = defineMessages('wizard', {
  steps: 'Steps',
  place: 'Step {{number}} of {{count}}: {{label}}',
  next: 'Next',
  back: 'Back',
  change: 'Change',
  changeOf: 'Change: {{label}}',
  mark: {
    current: '{{label}}, current step',
    done: '{{label}}, complete',
    wrong: '{{label}}, incomplete',
    ahead: '{{label}}, not visited',
  },
  missingIn: '{{label}}: {{missing}}',
});
