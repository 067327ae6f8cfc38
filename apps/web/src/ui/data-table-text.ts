import { defineMessages } from '#web/lib/i18n/messages.ts';

export const dataTableText = defineMessages('data-table', {
  empty: 'There are no {{entity}} yet.',
  loading: 'Loading',
  options: 'Options',
  shownColumns: 'Shown Columns',
  selectAll: 'Select all',
  selectRow: 'Select {{name}}',
  rowOptions: 'Actions for {{name}}',
});
