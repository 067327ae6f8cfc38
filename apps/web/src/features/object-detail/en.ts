import { defineMessages } from '#web/lib/i18n/messages.ts';

export const objectDetailText = defineMessages('object-detail', {
  label: 'Details of {{name}}',
  failed: 'The details could not be loaded',
  close: 'Close the details',
  back: 'Back to the folder',
  key: 'the object name',
  tab: { details: 'Details', versions: 'Versions', preview: 'Preview' },
  action: { download: 'Download', share: 'Share', delete: 'Delete' },
  name: 'Name',
  size: 'Size',
  type: 'Type',
  etag: 'ETag',
  modified: 'Last Modified',
  version: 'Version ID',
  tags: 'Tags',
  metadata: 'Object Metadata',
  none: 'None',
});
