import { type PolicyDocument, PolicyError } from '@stowage/domain/policy';
import type { Random } from '@stowage/storage-wire/testing/random';
import type { Asked, Question } from './requests.ts';

type Parse = (text: string) => PolicyDocument;

const TRIES = 200;

/** The subset of AWS's policy language to generate. */
export interface Language {
  readonly notAction: boolean;
  /** Whether every operator can have the suffix IfExists, rather than only one. */
  readonly ifExists: boolean;
  /** Principals, required in bucket policies; empty for other policies. */
  readonly principals: readonly unknown[];
}

/** The language that MinIO supports in user and session policies. */
export const OF_USERS: Language = {
  notAction: false,
  ifExists: false,
  principals: [],
};

const EVERYBODY = ['*', { AWS: ['*'] }, { AWS: '*' }];

/** The language that MinIO supports in bucket policies. */
export const OF_BUCKETS: Language = { ...OF_USERS, principals: EVERYBODY };

/**
 * Returns the text of a random policy related to some requests: it refers to their actions and
 * resources or to similar ones, under conditions that may or may not match.
 */
export function randomPolicy(
  random: Random,
  near: readonly Asked[],
  language: Language,
  parse: Parse,
): string {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const Statement = Array.from({ length: 1 + random.below(3) }, (_, index) =>
      randomStatement(random, random.pick(random.pick(near).questions), index, language),
    );
    const text = JSON.stringify({ Version: '2012-10-17', Statement });
    if (isPolicy(text, parse)) return text;
  }
  throw new Error('no valid policy was found');
}

function isPolicy(text: string, parse: Parse): boolean {
  try {
    parse(text);
    return text.length < 2_000;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}

function randomStatement(
  random: Random,
  question: Question,
  index: number,
  language: Language,
): object {
  const Condition = randomConditions(random, question, language);
  const excludes = () => random.below(6) === 0;
  const { principals } = language;
  const action = language.notAction && excludes() ? 'NotAction' : 'Action';
  const resource = excludes() ? 'NotResource' : 'Resource';
  return {
    Effect: index === 0 || random.below(3) > 0 ? 'Allow' : 'Deny',
    ...(principals.length === 0 ? {} : { Principal: random.pick(principals) }),
    ...listOrText(random, action, actions(random, question)),
    ...listOrText(random, resource, resources(random, question)),
    ...(Object.keys(Condition).length === 0 ? {} : { Condition }),
  };
}

function listOrText(random: Random, name: string, values: readonly string[]): object {
  return { [name]: values.length === 1 && random.below(2) === 0 ? values[0] : values };
}

function some<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  return [...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(items)))];
}

function actions(random: Random, { action }: Question): string[] {
  const verb = action.replace(/^s3:(Get|Put|List|Delete).*$/, 's3:$1*');
  const cut = (letters: number) => action.slice(0, -letters);
  const near = [action, action, action, 's3:*', verb, `${cut(2)}*`, `${cut(1)}?`];
  const far = ['s3:GetObject', 's3:PutObject', 's3:ListBucket', 's3:DeleteObject', 's3:*Object*'];
  return some(random, random.below(4) === 0 ? [...near, ...far] : near, 2);
}

function resources(random: Random, { bucket, key }: Question): string[] {
  const folder = key.includes('/') ? key.slice(0, key.indexOf('/')) : key;
  const near = [
    '*',
    bucket,
    `${bucket}/*`,
    `${bucket}/*`,
    `${bucket}*`,
    'policy-*',
    `${bucket}/${key === '' ? 'a' : key}`,
    `${bucket}/${folder}*`,
    `*/${folder}/?*`,
    `${bucket}/\${aws:username}/*`,
    `${bucket}/\${s3:prefix}*`,
    `${bucket.slice(0, -1)}?/*`,
  ];
  const far = ['policy-other', 'policy-other/*', `${bucket}/dir/*`, 'elsewhere/*'];
  const patterns = some(random, random.below(3) === 0 ? [...near, ...far] : near, 2);
  return patterns.map((pattern) => `arn:aws:s3:::${pattern}`);
}

const STRING_OPERATORS = [
  'StringEquals',
  'StringNotEquals',
  'StringEqualsIgnoreCase',
  'StringNotEqualsIgnoreCase',
  'StringLike',
  'StringNotLike',
];
const ORDERS = [
  'Equals',
  'NotEquals',
  'LessThan',
  'LessThanEquals',
  'GreaterThan',
  'GreaterThanEquals',
];
const NUMBER_ORDERS = [...ORDERS, 'GreaterThanIfExists'];
const NUMBER_ORDERS_IF = ORDERS.map((order) => `${order}IfExists`);
const QUALIFIERS = ['', '', '', 'ForAllValues:', 'ForAnyValue:'];

/** String condition keys, with values that requests have or may have. */
const TEXT_KEYS: Readonly<Record<string, readonly string[]>> = {
  'aws:username': ['ada', 'conformance', 'ADA', 'a*', '*', `\${aws:userid}`],
  'aws:userid': ['ada', 'conformance', `\${aws:username}`],
  'aws:principaltype': ['Account', 'User', 'AssumedRole', 'Anonymous'],
  'aws:UserAgent': ['probe/1.0', 'PROBE/1.0', 'probe/*', '*(x1?)*', 'none'],
  'aws:Referer': ['http://one.example/*', 'https://two.example/', '*', ''],
  's3:authType': ['REST-HEADER', 'REST-QUERY-STRING'],
  's3:signatureversion': ['AWS4-HMAC-SHA256', 'AWS'],
  's3:prefix': ['', 'dir/', 'dir/*', `\${aws:username}/`, `\${aws:username}/*`, 'X'],
  's3:delimiter': ['/', ''],
  's3:versionid': ['', 'null', 'some-version', '*'],
  's3:ExistingObjectTag/project': ['x', 'y', 'X', '*'],
  's3:ExistingObjectTag/team': ['red', 'r?d', 'blue'],
  's3:RequestObjectTag/a': ['1', '2', '*'],
  's3:RequestObjectTagKeys': ['a', 'b', 'c', '*'],
  's3:x-amz-copy-source': ['policy-plain/a', 'policy-plain/*', 'policy-*/dir*'],
  's3:x-amz-metadata-directive': ['COPY', 'REPLACE'],
  's3:x-amz-storage-class': ['STANDARD', 'REDUCED_REDUNDANCY', 'S*'],
  's3:object-lock-mode': ['GOVERNANCE', 'COMPLIANCE'],
  's3:object-lock-legal-hold': ['ON', 'OFF', 'on'],
  'jwt:sub': ['ada', '*'],
  'ldap:username': ['ada'],
};

const TAGS = ['s3:RequestObjectTagKeys', 's3:RequestObjectTag/a'];
const LOCKS = ['s3:object-lock-mode', 's3:object-lock-legal-hold'];
const COPIES = ['s3:x-amz-copy-source', 's3:x-amz-metadata-directive', 's3:x-amz-storage-class'];

/** Returns the action-specific condition keys for a question. */
function keysFor({ action }: Question): readonly string[] {
  if (/List/.test(action)) return ['s3:prefix', 's3:delimiter'];
  if (/PutObjectTagging/.test(action)) return TAGS;
  if (/DeleteObject/.test(action)) return ['s3:versionid'];
  if (/GetObject(Tagging|Version)?$/.test(action)) {
    return ['s3:ExistingObjectTag/project', 's3:ExistingObjectTag/team', 's3:versionid'];
  }
  if (/Retention|LegalHold/.test(action)) return LOCKS;
  return action === 's3:PutObject' ? [...COPIES, ...TAGS, ...LOCKS] : [];
}

const CALLER_KEYS = Object.keys(TEXT_KEYS).filter((key) =>
  /^(aws|jwt|ldap):|s3:(auth|sign)/.test(key),
);

type Conditions = Record<string, Record<string, unknown>>;

function randomConditions(random: Random, question: Question, language: Language): Conditions {
  const conditions: Conditions = {};
  for (let left = random.pick([0, 0, 1, 1, 1, 2]); left > 0; left -= 1) {
    const [operator, key, values] = randomCondition(random, question, language);
    conditions[operator] = { ...conditions[operator], [key]: values };
  }
  return conditions;
}

function randomCondition(
  random: Random,
  question: Question,
  { ifExists }: Language,
): [operator: string, key: string, values: unknown] {
  const special = keysFor(question);
  switch (random.below(10)) {
    case 0:
      return [
        random.pick(['IpAddress', 'NotIpAddress']),
        'aws:SourceIp',
        some(random, ['127.0.0.0/8', '127.0.0.1', '10.0.0.0/8', '192.168.1.0/24', '::1/128'], 2),
      ];
    case 1:
      return ['Bool', 'aws:SecureTransport', random.pick(['true', 'false', true, false])];
    case 2:
      return [
        `Date${random.pick(ORDERS)}`,
        'aws:CurrentTime',
        random.pick(['2020-01-01T00:00:00Z', '2099-06-01T12:00:00+02:00']),
      ];
    case 3:
      return [
        `Numeric${random.pick([...NUMBER_ORDERS, ...(ifExists ? NUMBER_ORDERS_IF : [])])}`,
        /List/.test(question.action) ? 's3:max-keys' : 'aws:EpochTime',
        random.pick(['5', 5, '10', 1000, '4102444800']),
      ];
    case 4:
      return [
        'Null',
        random.pick([...CALLER_KEYS, ...special, ...special]),
        random.pick(['true', 'false']),
      ];
    default: {
      const key = random.pick(
        random.below(3) === 0 || special.length === 0 ? CALLER_KEYS : special,
      );
      const ending = ifExists ? random.pick(['', 'IfExists']) : '';
      const operator = random.pick(QUALIFIERS) + random.pick(STRING_OPERATORS) + ending;
      const values = some(random, TEXT_KEYS[key] ?? [], 2);
      return [operator, key, values.length === 1 && random.below(2) === 0 ? values[0] : values];
    }
  }
}
