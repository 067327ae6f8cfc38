import { defineMessages } from '#web/lib/i18n/messages.ts';

export const authText = defineMessages('auth', {
  claim: 'Every bucket, every policy, every drive. One console.',
  version: 'version {{version}}',
  loading: 'Loading',
  form: {
    heading: 'Console Login',
    username: 'Enter Username',
    password: 'Enter Password',
    noUsername: 'Enter a username.',
    noPassword: 'Enter a password.',
    submit: 'Login',
    running: 'Logging in',
    temporary: 'Use temporary keys',
    sessionToken: 'Session Token',
    noSessionToken: 'Enter the session token.',
    temporaryEnd: 'The session ends with the temporary keys, at the latest.',
    keep: 'Keep me signed in',
    kept_one: 'Stays signed in for up to {{count}} day. The server keeps your password, encrypted.',
    kept_other:
      'Stays signed in for up to {{count}} days. The server keeps your password, encrypted.',
    sessionEnd_one: 'The session ends when you log out or after {{count}} hour.',
    sessionEnd_other: 'The session ends when you log out or after {{count}} hours.',
  },
  redirect: {
    heading: 'Welcome',
    text: 'Your organisation signs you in.',
    link: 'Login with SSO',
    linkOf: 'Login with {{name}}',
    withPassword: 'Use username and password',
    back: 'Use single sign-on',
  },
  callback: {
    title: 'Single sign-on',
    error: 'IDP Error:',
    toLogin: 'Back to the login',
  },
  operator: {
    heading: 'Operator Login',
    jwt: 'JWT',
    showJwt: 'Show token',
    noJwt: 'Enter a token.',
    submit: 'Login',
    unavailable: 'This console server does not offer the operator login.',
  },
  account: {
    loggedInAs: 'Logged in as {{name}}',
    changePassword: 'Change password',
    jobs: 'My jobs',
    sessions: 'My sessions',
    language: 'Language',
    endAll: 'End all my sessions',
    endAllText:
      'You will be logged out here and on every other device and browser where you are logged in.',
    endAllAction: 'End sessions',
    ended_one: '{{count}} session ended.',
    ended_other: '{{count}} sessions ended.',
  },
  failure: {
    text: 'An error has occurred, the backend cannot be reached',
    retry: 'Retry',
  },
});
