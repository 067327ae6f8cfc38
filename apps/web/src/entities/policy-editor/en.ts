import { defineMessages } from '#web/lib/i18n/messages.ts';

export const policyEditorText = defineMessages('policy-editor', {
  template: {
    open: 'Templates',
    read: 'Read a bucket',
    readWrite: 'Read and write a bucket',
    writeOnly: 'Upload to a bucket only',
    homeFolder: 'A folder for each user',
    fromNetwork: 'Only from a network',
    untilDate: 'Only until a date',
    monitoring: 'Monitor the server',
    userAdministration: 'Manage users',
  },
  format: 'Format',
  findings: 'Problems in the policy',
  line: 'Line {{line}}',
  noFindings: 'No problems found.',
  errors_one: '{{count}} error',
  errors_other: '{{count}} errors',
  warnings_one: '{{count}} warning',
  warnings_other: '{{count}} warnings',
  keys: 'Press Escape, then Tab, to leave the editor. Control and Space suggests what fits.',
  error: {
    empty: 'Enter a policy.',
    tooLong: 'The policy is too long: at most {{limit}}.',
    notJson: 'This is not valid JSON.',
    at: 'Line {{line}}: {{message}}',
  },
  warning: {
    'unknown-action': 'Unknown action {{subject}}.',
    'unknown-action-meant': 'Unknown action {{subject}}. Did you mean {{meant}}?',
    'no-bucket': 'No bucket matches {{subject}}.',
    'always-denied': 'A Deny in this policy always overrides this Allow.',
    'objects-without-key':
      'These actions apply to objects, but {{subject}} is a bucket. Use {{meant}}.',
    'bucket-with-key':
      'These actions apply to buckets, but {{subject}} has a prefix. Use {{meant}}.',
    'all-buckets': 'Allows everything on every bucket.',
    'all-administration': 'Allows all administration of the server.',
    'as-good-as-all': '{{subject}} lets its holder take any other permission.',
  },
});
