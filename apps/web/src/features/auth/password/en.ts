import { defineMessages } from '#web/lib/i18n/messages.ts';

export const passwordText = defineMessages('password', {
  title: 'Change Password',
  current: 'Current Password',
  next: 'New Password',
  again: 'Type New Password Again',
  save: 'Save',
  done: 'Your password was changed. Your other sessions have ended.',
  note: 'Your other sessions will end, and programs that use this password need the new one.',
  error: {
    empty: 'Fill in all three fields.',
    short: 'Passwords must be at least 8 characters long',
    long: 'Passwords can be at most 128 characters long',
    mismatch: "New passwords don't match",
  },
});
