import { defineMessages } from '#web/lib/i18n/messages.ts';

export const accessRulesText = defineMessages('bucket-access-rules', {
  title: 'Access Rules',
  list: 'Access rules',
  entity: 'access rules',
  failed: 'The access rules could not be loaded',
  column: { prefix: 'Prefix', access: 'Access' },
  whole: 'the whole bucket',
  others_one:
    'The policy of the bucket has one more statement, which is no access rule. It stays as it is, and may allow or refuse more than the rules here.',
  others_other:
    'The policy of the bucket has {{count}} more statements, which are no access rules. They stay as they are, and may allow or refuse more than the rules here.',
  level: {
    readonly: 'Strangers list and read objects',
    writeonly: 'Strangers write and delete objects, and read none',
    readwrite: 'Strangers list, read, write and delete objects',
  },
  none: {
    title: 'No rule opens this bucket to strangers',
    text: 'An access rule lets everybody, without logging in, read or write the objects under a prefix.',
    ask: 'Your account may not add a rule. Ask an administrator for it.',
  },
  add: {
    action: 'Add Access Rule',
    title: 'Add Access Rule',
    submit: 'Add',
    done: 'Strangers now have {{access}} access under {{prefix}}.',
  },
  edit: {
    action: 'Edit',
    title: 'Edit Access Rule',
    submit: 'Save',
    gone: 'Somebody else has deleted this rule.',
  },
  field: {
    prefix: 'Prefix',
    prefixHint: 'Objects whose names begin like this, such as public/. * stands for all of them.',
    access: 'Access',
  },
  fault: {
    blank: 'Enter a prefix, or * for the whole bucket.',
    wildcard: 'A prefix has no * or ? inside: in a policy they stand for any letters.',
    variable: 'A prefix has no $ before a brace: in a policy it begins a variable.',
    taken: 'There is a rule for this prefix already. Edit it in the list.',
  },
  delete: {
    action: 'Delete',
    title: 'Delete Access Rule',
    text: 'Strangers will lose the {{access}} access that the rule gives them under {{prefix}}. Other rules and statements of the policy stay as they are.',
    done: 'The access rule was deleted.',
    gone: 'Somebody else has deleted this rule.',
  },
  help: {
    title: 'Access rules',
    text: 'Access rules are the part of the policy of a bucket that is for everybody, logged in or not. Whoever knows the address of the storage server can use them. What users may do is shown in the access audit.',
    s3: 'Policies of buckets in S3',
  },
});
