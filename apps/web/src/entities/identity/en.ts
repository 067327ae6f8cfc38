import { defineMessages } from '#web/lib/i18n/messages.ts';

export const identityText = defineMessages('identity', {
  picker: {
    search: 'Search {{label}}',
    selected: '{{selected}} of {{count}} selected',
    none: 'There is nothing to choose from.',
    noMatch: 'Nothing matches.',
    failed: 'The list could not be loaded.',
    retry: 'Retry',
    gone: 'no longer there',
  },
  setPolicies: {
    title: 'Set Policies',
    user: 'Selected User',
    group: 'Selected Group',
    policies: 'Policies',
    save: 'Save',
    reset: 'Reset',
    done: 'The policies of {{name}} were changed.',
  },
  password: {
    current: 'Current Password',
    next: 'New Password',
    again: 'Type New Password Again',
    save: 'Save',
    noCurrent: 'Enter the current password.',
    empty: 'Enter the new password twice.',
    short: 'Passwords must be at least 8 characters long',
    long: 'Passwords can be at most 128 characters long',
    mismatch: "New passwords don't match",
  },
  policies: { title: 'Policies', column: 'Policy', entity: 'policies' },
  more_one: 'and {{formatted}} more',
  more_other: 'and {{formatted}} more',
  refused: 'Your account is not allowed to do this ({{action}}).',
  ownPermissions:
    'You are taking permissions from your own account. You may not be able to give them back.',
  directory: 'Managed by a directory (LDAP): change it there.',
});
