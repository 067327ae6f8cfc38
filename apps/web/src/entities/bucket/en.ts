import { defineMessages } from '#web/lib/i18n/messages.ts';

export const missingBucketText = defineMessages('missing-bucket', {
  title: 'There is no bucket {{name}}',
  text: 'It may have been deleted, or the name may be misspelled.',
  toBuckets: 'All buckets',
});
