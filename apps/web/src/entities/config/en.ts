import { defineMessages } from '#web/lib/i18n/messages.ts';

export const configText = defineMessages('config', {
  enable: 'Enabled',
  missing: 'The connected server does not have this setting.',
  empty: 'Field cannot be empty',
  number: 'Enter a whole number of 0 or more.',
  quotes: 'It must not begin or end with a quotation mark.',
  oneLine: 'It must be one line without control characters.',
  takenFor: 'It must not contain “{{key}}=”: the server would read it as another setting.',
  unitOf: 'Unit of {{label}}',
  unit: { ms: 'milliseconds', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' },
  default: {
    is: 'Default: {{value}}',
    empty: 'Default: not set',
    differs: 'Changed',
    use: 'Use default',
    useOf: '{{label}}: use default',
  },
  change: {
    becomes: 'becomes',
    notSet: 'not set',
    toDefault: 'default',
    secret: 'The secret changes.',
    newSecret: 'A new secret is saved.',
  },
});
