import { defineMessages } from '#web/lib/i18n/messages.ts';

export const consoleSessionsText = defineMessages('console-sessions', {
  title: 'Sessions',
  list: 'Sessions of all accounts',
  entity: 'sessions',
  failed: 'The sessions could not be loaded.',
  search: 'Search Sessions',
  noResults: 'No session matches the search.',
  truncated: 'Only the {{formatted}} sessions used last are listed.',
  current: 'This session',
  origin: { server: 'Storage server', ldap: 'LDAP', openid: 'Single sign-on' },
  column: {
    account: 'Account',
    origin: 'Logged In Via',
    device: 'Device',
    address: 'Address',
    used: 'Last Used',
    since: 'Logged In',
  },
  end: 'End session',
  notAllowed: 'Your account may not end sessions of others (admin:DisableUser).',
  own: 'Use Logout to end this session.',
  endTitle: 'End session',
  endText:
    '{{name}} will be logged out on {{device}} ({{address}}). Unless the account is disabled, it can log in again.',
  ended: 'Session ended.',
  help: {
    title: 'Sessions',
    text: 'Everyone who is logged in to this console, wherever they are. Ending a session logs that browser out with its next request; it changes neither the password nor the permissions of the account.',
  },
});
