import { defineMessages } from '#web/lib/i18n/messages.ts';

export const uiText = defineMessages('ui', {
  product: 'Stowage',
  error: 'Error',
  details: 'Details',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Retry',
  loading: 'Loading',
  loadNewState: 'Load the new state',
  copy: 'Copy {{what}}',
  copied: 'Copied',
  clear: 'Clear',
  typeName: 'Type {{name}} to confirm',
  goTo: 'Go to a page or a bucket',
  openMenu: 'Open menu',
  useDark: 'Switch to the dark scheme',
  useLight: 'Switch to the light scheme',
  documentTitle: '{{title}} · Stowage',
  operatorTitle: 'Operator Console',
  opensNewTab: 'opens in a new tab',
});
