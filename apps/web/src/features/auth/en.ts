import { defineMessages } from '#web/lib/i18n/messages.ts';

export const authText = defineMessages('auth', {
  claim: 'Every bucket, every policy, every drive. One console.',
  version: 'version {{version}}',
  loading: 'Loading',
  form: {
    heading: 'Console Login',
    username: 'Enter Username',
    password: 'Enter Password',
    submit: 'Login',
    showPassword: 'Show password',
    running: 'Logging in',
    sessionEnd_one: 'The session ends when you log out or after {{count}} hour.',
    sessionEnd_other: 'The session ends when you log out or after {{count}} hours.',
  },
  redirect: {
    heading: 'Welcome',
    text: 'Your organisation signs you in.',
    link: 'Login with SSO',
  },
  operator: {
    heading: 'Operator Login',
    jwt: 'JWT',
    showJwt: 'Show token',
    submit: 'Login',
    unavailable: 'This console server does not offer the operator login.',
  },
  failure: {
    text: 'An error has occurred, the backend cannot be reached',
    retry: 'Retry',
  },
});
