import { defineMessages } from '#web/lib/i18n/messages.ts';

export const passwordText = defineMessages('password', {
  title: 'Change Password',
  done: 'Your password was changed. Your other sessions have ended.',
  note: 'Your other sessions will end, and programs that use this password need the new one.',
});
