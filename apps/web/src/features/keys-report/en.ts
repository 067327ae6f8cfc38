import { defineMessages } from '#web/lib/i18n/messages.ts';

export const keysReportText = defineMessages('keys-report', {
  title: 'Access Keys',
  list: 'Access keys',
  entity: 'access keys',
  failed: 'The access keys could not be loaded',
  search: 'Search Access Keys',
  noResults: 'No access key matches this search.',
  usageUnknown: 'It is not known when these access keys were last used.',
  some: '{{shown}} of {{total}} access keys are listed.',
  column: {
    key: 'Access Key',
    risks: 'Risks',
    width: 'Permissions',
    age: 'Created',
    used: 'Last Used',
    expires: 'Expires',
  },
  kind: {
    root: 'Root',
    user: 'User',
    serviceAccount: '{{owner}} (service account)',
  },
  disabled: 'Disabled',
  show: 'Show',
  all: 'All ({{formatted}})',
  onlyRisk: '{{risk}} ({{formatted}})',
  risk: { tooWide: 'Too broad', unused: 'Unused', neverExpires: 'Never expires' },
  width: {
    none: 'None',
    some: 'Limited',
    readsAll: 'Reads all buckets',
    writesAll: 'Writes all buckets',
    grants: 'Can grant any permission',
  },
  atMost: 'At most: {{width}}',
  never: 'Never',
  unknown: 'Unknown',
  help: {
    title: 'Access keys',
    text: 'Replace keys with too many permissions with service accounts that have their own policy, delete keys that have not been used for 90 days, and set service accounts to expire.',
  },
});
