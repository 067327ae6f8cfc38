import { defineMessages } from '#web/lib/i18n/messages.ts';

export const wizardText = defineMessages('replication-wizard', {
  title: 'Set Multiple Bucket Replication',
  step: { remote: 'Remote Configuration', assign: 'Bucket Assignments' },
  create: 'Create',
  transfer: 'Transfer',
  intro_one: 'Choose the target of {{count}} bucket.',
  intro_other: 'Choose a target for each of {{count}} buckets.',
  destinationOf: 'Remote bucket for {{name}}',
  choose: 'Choose a bucket',
  nothingFound: 'No bucket has this name.',
  missing: 'Choose a remote bucket for each bucket.',
  running: '{{name}} is being set up',
  done: '{{name}} is replicated',
  failed: '{{name}} could not be replicated: {{reason}}',
  noAnswer: 'No changes applied',
  noRemote: {
    title: 'No buckets on the remote server are visible with these credentials',
    text: 'Create the buckets there first, with versioning, or go back and use other credentials.',
  },
  versioning: 'Versioning is required on both sides. Not versioned: {{names}}.',
  allDone_one: '{{count}} bucket is replicated.',
  allDone_other: '{{count}} buckets are replicated.',
});
