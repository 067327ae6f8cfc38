import { defineMessages } from '#web/lib/i18n/messages.ts';

export const ldapText = defineMessages('ldap', {
  title: 'LDAP',
  failed: 'The users and groups of the directory could not be loaded',
  search: 'Search DNs and Policies',
  noMatch: 'Nothing matches “{{filter}}”.',
  show: 'Show',
  view: {
    user: 'Users ({{formatted}})',
    group: 'Groups ({{formatted}})',
    policy: 'Policies ({{formatted}})',
  },
  list: {
    user: 'Users of the directory',
    group: 'Groups of the directory',
    policy: 'Policies with their users and groups',
  },
  entity: {
    user: 'users with policies',
    group: 'groups with policies',
    policy: 'attached policies',
  },
  column: { dn: 'DN', policies: 'Policies', policy: 'Policy', holder: 'User or Group' },
  kind: { user: 'User', group: 'Group' },
  row: '{{policy}} of {{dn}}',
  none: {
    text: 'Users of the directory can log in once a policy is attached to them or to one of their groups.',
    ask: 'Your account may not attach policies. Ask an administrator for it.',
  },
  attach: {
    action: 'Attach Policies',
    title: 'Attach Policies',
    save: 'Attach',
    done: 'Policies were attached to {{name}}.',
  },
  detach: {
    action: 'Detach Policies',
    title: 'Detach Policies',
    save: 'Detach',
    text: 'What the policies allow ends at once, even for users who are logged in. Without any policy, of their own or of a group, users cannot log in.',
    done: 'Policies were detached from {{name}}.',
  },
  field: {
    kind: 'Attach To',
    name: { user: 'User', group: 'Group' },
    nameHint: {
      user: 'The DN, such as uid=ann,ou=people,dc=example,dc=com, or the login name. The storage server looks for it in the directory.',
      group:
        'The DN, such as cn=ops,ou=groups,dc=example,dc=com. The storage server looks for it in the directory.',
    },
    policies: 'Policies',
  },
  error: {
    name: 'Enter a DN.',
    long: 'A DN has at most 1,024 characters here.',
    policies: 'Choose a policy.',
  },
  help: {
    title: 'LDAP',
    text: 'The storage server asks a directory who may log in. Users and groups are managed there; this page lists those with policies attached. A user has the policies of their groups as well.',
    minio: 'Active Directory and LDAP in MinIO',
  },
});
