import { defineMessages } from '#web/lib/i18n/messages.ts';

export const accessRulesText = defineMessages('bucket-access-rules', {
  title: 'Access Rules',
  list: 'Access rules',
  entity: 'access rules',
  failed: 'The access rules could not be loaded',
  column: { prefix: 'Prefix', access: 'Access' },
  whole: 'the whole bucket',
  others_one:
    'The bucket policy has one more statement, which is not an access rule. It is not changed here and may allow or deny more than these rules.',
  others_other:
    'The bucket policy has {{count}} more statements, which are not access rules. They are not changed here and may allow or deny more than these rules.',
  level: {
    readonly: 'Anyone can list and read objects',
    writeonly: 'Anyone can write and delete objects but not read them',
    readwrite: 'Anyone can list, read, write and delete objects',
  },
  none: {
    text: 'An access rule lets anonymous users read or write the objects under a prefix.',
    ask: 'Your account may not add a rule. Ask an administrator for it.',
  },
  add: {
    action: 'Add Access Rule',
    title: 'Add Access Rule',
    submit: 'Add',
    done: 'Anonymous users now have {{access}} access to {{prefix}}.',
  },
  edit: {
    title: 'Edit Access Rule',
    submit: 'Save',
  },
  field: {
    prefix: 'Prefix',
    prefixHint: 'Objects whose names start with this, e.g. public/. Use * for all.',
    access: 'Access',
  },
  error: {
    blank: 'Enter a prefix, or * for the whole bucket.',
    wildcard: 'A prefix cannot contain * or ?: in a policy they are wildcards.',
    variable: 'A prefix cannot contain ${: in a policy it starts a variable.',
    taken: 'There is already a rule for this prefix. Edit it in the list.',
  },
  delete: {
    title: 'Delete Access Rule',
    text: 'Anonymous users will lose {{access}} access to {{prefix}}. Other rules and statements of the policy are not changed.',
    done: 'The access rule was deleted.',
  },
  help: {
    title: 'Access rules',
    text: 'Access rules are the part of the bucket policy that applies to anonymous users: anyone who can reach the storage server. What users can do is shown in the access audit.',
    s3: 'Bucket policies in S3',
  },
});
