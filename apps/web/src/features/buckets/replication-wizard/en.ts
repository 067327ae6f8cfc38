import { defineMessages } from '#web/lib/i18n/messages.ts';

export const wizardText = defineMessages('replication-wizard', {
  title: 'Set Multiple Bucket Replication',
  steps: 'Steps',
  step: { remote: 'Remote Configuration', assign: 'Bucket Assignments' },
  next: 'Next',
  back: 'Back',
  create: 'Create',
  transfer: 'Transfer',
  intro_one: 'Choose where {{count}} bucket is replicated to.',
  intro_other: 'Choose for each of {{count}} buckets where it is replicated to.',
  bucket: 'Bucket',
  destination: 'Remote bucket',
  destinationOf: 'Remote bucket for {{name}}',
  choose: 'Choose a bucket',
  nothingFound: 'No bucket has this name.',
  done: '{{name}} is replicated',
  failed: '{{name}} could not be replicated: {{reason}}',
  noAnswer: 'No changes applied',
  noRemote: {
    title: 'These credentials see no bucket on the remote server',
    text: 'Create the buckets there first, with versioning, or go back and use other credentials.',
  },
  versioning: 'Each bucket needs versioning, here and there. Without it now: {{names}}.',
  allDone_one: '{{count}} bucket is replicated.',
  allDone_other: '{{count}} buckets are replicated.',
});
