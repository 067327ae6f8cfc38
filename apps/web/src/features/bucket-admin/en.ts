import { defineMessages } from '#web/lib/i18n/messages.ts';

export const bucketAdminText = defineMessages('bucket-admin', {
  menu: 'Settings of the bucket',
  section: {
    summary: 'Summary',
    events: 'Events',
    replication: 'Replication',
    lifecycle: 'Lifecycle',
    cors: 'CORS',
    access: 'Access Audit',
    prefix: 'Access Rules',
    uploads: 'Uploads',
  },
  browse: 'Browse Bucket',
  delete: 'Delete',
  refresh: 'Refresh',
  created: 'Created {{date}}',
  objects_one: '{{formatted}} object',
  objects_other: '{{formatted}} objects',
  failed: 'The bucket could not be loaded',
  refused: {
    title: 'You cannot see the settings of this bucket',
    text: 'Ask an administrator for access.',
  },
  notFound: {
    title: '404 Not Found',
    text: 'This page does not exist for this bucket, or your account cannot see it.',
    toSummary: 'Go to the summary',
  },
  notOffered: {
    title: '{{section}}: not available',
    text: 'This server does not offer what this page needs.',
  },
});
