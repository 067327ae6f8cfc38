import { defineMessages } from '#web/lib/i18n/messages.ts';

export const bucketFieldsText = defineMessages('bucket-fields', {
  quota: 'Quota',
  quotaHint: 'Limits how much data the bucket can hold.',
  quotaType: 'Quota Type',
  quotaTypes: { hard: 'Hard', fifo: 'FIFO' },
  quotaSize: 'Quota Size',
  quotaUnit: 'Quota Unit',
  quotaError: 'Enter a whole number of at least 1.',
  retention: 'Retention',
  retentionHint: 'Protects new objects from being deleted for some time. Needs object locking.',
  retentionMode: 'Retention Mode',
  retentionModes: { compliance: 'Compliance', governance: 'Governance' },
  validity: 'Validity',
  validityUnit: 'Validity Unit',
  unit: { days_one: 'day', days_other: 'days', years_one: 'year', years_other: 'years' },
  validityError: 'Enter a whole number from 1 to {{max}}.',
});
