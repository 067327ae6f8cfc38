import { defineMessages } from '#web/lib/i18n/messages.ts';

export const confirmPasswordText = defineMessages('confirm-password', {
  title: 'Confirm your password',
  text: 'You logged in more than 15 minutes ago. Enter the password of {{name}} to continue.',
  password: 'Password',
  noPassword: 'Enter your password.',
  submit: 'Continue',
});
