import { defineMessages } from '#web/lib/i18n/messages.ts';

export const securityLogText = defineMessages('security-log', {
  title: 'Security Log',
  list: 'Security events',
  entity: 'events',
  failed: 'The security log could not be loaded.',
  search: 'Search Accounts',
  filter: 'Event',
  all: 'All events',
  noResults: 'No event matches the search.',
  column: { event: 'Event', account: 'Account', address: 'Address', reason: 'Detail', at: 'Time' },
  event: {
    'login.succeeded': 'Login',
    'login.failed': 'Login failed',
    logout: 'Logout',
    'session.revoked': 'Session ended by a user',
    'session.expired': 'Session expired',
    'session.ended': 'Session ended by the console',
    'password.changed': 'Password changed',
    'password.refused': 'Wrong current password',
  },
  help: {
    title: 'Security Log',
    text: 'Who logged in to this console, who was refused, and how sessions ended: the last 90 days, at most 5,000 events of each kind. For failed logins, the name is whatever was typed in. What accounts did at the storage server is in the audit log.',
  },
});
