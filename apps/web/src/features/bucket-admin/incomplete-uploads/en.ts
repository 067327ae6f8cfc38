import { defineMessages } from '#web/lib/i18n/messages.ts';

export const incompleteUploadsText = defineMessages('bucket-incomplete-uploads', {
  title: 'Incomplete Uploads',
  list: 'Incomplete uploads',
  entity: 'incomplete uploads',
  failed: 'The incomplete uploads could not be loaded',
  column: { name: 'Name', size: 'Size', parts: 'Parts' },
  unknown: 'unknown',
  more: 'Only the first {{count}} are shown. Delete some to see more, or let a lifecycle rule do it.',
  none: {
    text: 'Files that are uploaded in parts show up here until all of their parts have arrived.',
    ask: 'An interrupted upload can be continued in the browser that started it.',
  },
  add: { action: 'Upload' },
  delete: {
    title: 'Delete Incomplete Upload',
    text: 'The parts of {{name}} that have arrived ({{size}}) will be deleted. The upload can then no longer be continued.',
    done: 'The incomplete upload was deleted.',
  },
  help: {
    title: 'Incomplete uploads',
    text: 'Their parts take up space but are not listed as objects. MinIO lists only uploads begun since it was started, and deletes those older than a day. Lifecycle rules can set how long they are kept.',
    s3: 'Multipart uploads in S3',
  },
});
