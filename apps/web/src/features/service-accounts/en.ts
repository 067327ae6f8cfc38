import { defineMessages } from '#web/lib/i18n/messages.ts';

export const accountText = defineMessages('account', {
  title: 'Service Accounts',
  changePassword: 'Change Password',
});
