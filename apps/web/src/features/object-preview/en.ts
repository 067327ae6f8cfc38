import { defineMessages } from '#web/lib/i18n/messages.ts';

export const objectPreviewText = defineMessages('object-preview', {
  title: 'Preview',
  of: 'Preview of {{name}}',
  failed: "File couldn't be loaded. Please try Download instead",
  tooLarge: 'This file is too large to preview: it is {{size}}, and the limit is {{limit}}.',
  cut: 'Only the first {{limit}} of {{size}} are shown.',
  markup: 'Files of this type are not shown, since they could run scripts.',
  empty: 'This file is empty.',
  none: 'Files of this type have no preview.',
  download: 'Download',
  close: 'Close',
});
