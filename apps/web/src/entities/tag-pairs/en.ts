import { defineMessages } from '#web/lib/i18n/messages.ts';

export const tagPairsText = defineMessages('tag-pairs', {
  key: 'Tag key',
  keyOf: 'Tag key {{number}}',
  value: 'Tag value',
  valueOf: 'Tag value {{number}}',
  keyTooLong: 'At most {{max}} characters.',
  valueTooLong: 'At most {{max}} characters.',
  add: 'Add tag',
  addRefused: 'Fill in the last tag first.',
  remove: 'Remove tag {{number}}',
});
