import { describe, expect, it } from 'vitest';
import { withAccessRule } from './bucket-access-rules.ts';
import { auditPolicy, auditVerdicts } from './bucket-audit.ts';
import { completePolicy } from './policy/completion.ts';
import { lintPolicy } from './policy/lint.ts';
import { couldAllow, evaluate, parseBucketPolicy, parsePolicy } from './policy.ts';
import { type Budget, filled, growth, text, type Workload } from './testing/growth.ts';
import { matchWildcard } from './wildcard.ts';

const KB = 1024;
const HEADERS = 16 * KB;
const POLICY = 20 * KB;

const statement = (fields: string) =>
  `{"Version":"2012-10-17","Statement":[{"Effect":"Deny",${fields}}]}`;

/** A policy whose lists are filled with numbered entries. */
const lists =
  (
    parse: (policy: string) => unknown,
    make: (list: (entry: string, share: number) => string) => string,
  ): Workload =>
  (size) => {
    const list = (entry: string, share: number) =>
      Array.from(
        { length: Math.floor((size * share) / (entry.length + 6)) },
        (_, n) => `"${entry.replace('#', String(n))}"`,
      ).join();
    const input = make(list);
    return () => parse(input);
  };

const bucketPolicy = (policy: string) => parseBucketPolicy(policy, 'b'.repeat(63));

const POLICIES: readonly Budget[] = [
  ['a text that never ends', POLICY, text(parsePolicy, '\\"', '{"Version":"')],
  ['texts that never end', POLICY, text(parsePolicy, '"\\', '{')],
  ['lists in lists', POLICY, text(parsePolicy, '[')],
  ['objects in objects', POLICY, text(parsePolicy, '{"a":')],
  [
    'many statements',
    POLICY,
    text(
      parsePolicy,
      '{"Effect":"Allow","Action":"s3:*","Resource":"*"},',
      '{"Version":"2012-10-17","Statement":[',
      '{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}',
    ),
  ],
  [
    'many actions',
    POLICY,
    lists(parsePolicy, (list) => statement(`"Action":[${list('s3:*#*', 0.9)}],"Resource":"*"`)),
  ],
  [
    'an action of stars',
    POLICY,
    text(
      parsePolicy,
      '*a',
      '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Resource":"*","Action":"s3:',
      '"}}',
    ),
  ],
  [
    'many keys of conditions for many actions',
    POLICY,
    lists(parsePolicy, (list) =>
      statement(
        `"Action":[${list('s3:PutObject*#', 0.45).replaceAll(/\*\d+/g, (at) => '*'.repeat(Number(at.slice(1)) % 200))}],"Resource":"*",` +
          `"Condition":{"StringEquals":{${list('s3:RequestObjectTag/#', 0.45).replaceAll('",', '":"x",')}:"x"}}`,
      ),
    ),
  ],
  [
    'many values',
    POLICY,
    lists(parsePolicy, (list) =>
      statement(
        `"Action":"s3:*","Resource":"*","Condition":{"IpAddress":{"aws:SourceIp":[${list('10.0.0.1/3#', 0.9).replaceAll(/\/\d+/g, '/32')}]}}`,
      ),
    ),
  ],
  [
    'resources of stars in a bucket',
    POLICY,
    text(
      bucketPolicy,
      '*b',
      '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::',
      '"}}',
    ),
  ],
  [
    'many resources in a bucket',
    POLICY,
    lists(bucketPolicy, (list) =>
      statement(
        `"Principal":"*","Action":"s3:GetObject","Resource":[${list('arn:aws:s3:::b*#*', 0.9)}]`,
      ),
    ),
  ],
  [
    'a principal of slashes',
    POLICY,
    text(
      bucketPolicy,
      '/a',
      '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:GetObject","Resource":"*","Principal":{"AWS":"arn:aws:iam:::user/',
      '/"}}}',
    ),
  ],
];

/** A policy with a pattern of a given size, evaluated against the slowest matching input. */
const asked =
  (pattern: string, end: string, of: 'resource' | 'agent'): Workload =>
  (size) => {
    const value = filled(size - 200, pattern, '', end);
    const policy = parsePolicy(
      of === 'resource'
        ? statement(`"Action":"s3:*","Resource":"arn:aws:s3:::b/${value}"`)
        : statement(
            `"Action":"s3:*","Resource":"*","Condition":{"StringLike":{"aws:UserAgent":"${value}"}}`,
          ),
    );
    const context = { UserAgent: ['a'.repeat(HEADERS)] };
    const request = { action: 's3:GetObject', bucket: 'b', key: 'a'.repeat(KB), context };
    return () => evaluate([policy], request);
  };

const QUESTIONS: readonly Budget[] = (['resource', 'agent'] as const).flatMap((of): Budget[] => [
  [`a run of ${of}`, POLICY, asked('a', 'b', of)],
  [`a run behind a star, of ${of}`, POLICY, asked('*aaaaaaaaaaaaaaab', '*', of)],
  [`stars of ${of}`, POLICY, asked('a*', 'b', of)],
  [`questions of ${of}`, POLICY, asked('*?aaaaaaa', '?b*', of)],
  [`variables that do not end, of ${of}`, POLICY, asked('${', '', of)],
  [`variables of ${of}`, POLICY, asked(`\${aws:username}`, '', of)],
]);

const WILDCARDS: readonly Budget[] = ['*aaaab', '*a?aab*', 'a*', '?*', '*?a*b'].map(
  (pattern): Budget => [
    `the pattern ${pattern}`,
    64 * KB,
    (size) => {
      const subject = 'a'.repeat(size);
      return () => matchWildcard(pattern.repeat(40), subject);
    },
  ],
);

/** Returns numbered resources with these patterns, up to a total size. */
const resources = (pattern: string, size: number) =>
  Array.from(
    { length: Math.floor(size / (pattern.length + 18)) },
    (_, n) => `"arn:aws:s3:::b/${pattern.replace('#', String(n))}"`,
  ).join();

/** Allow and deny patterns against each other, half a policy each. */
const against =
  (
    allowed: string,
    denied: { readonly but: string } | { readonly all: string },
    ask: (policy: string) => unknown,
  ): Workload =>
  (size) => {
    const half = (size - 200) / 2;
    const deny =
      'but' in denied
        ? `"NotResource":[${resources(denied.but, half)}]`
        : `"Resource":[${resources(denied.all, half)},"arn:aws:s3:::b*"]`;
    const policy =
      '{"Version":"2012-10-17","Statement":[' +
      `{"Effect":"Allow","Action":"s3:*","Resource":[${resources(allowed, half)}]},` +
      `{"Effect":"Deny","Action":"s3:*",${deny}}]}`;
    return () => ask(policy);
  };

const offered = (policy: string) => couldAllow([parsePolicy(policy)], ['*']);

function audited(policy: string) {
  const documents = [parsePolicy(policy)];
  const audit = auditPolicy([{ index: 0, documents }], { bucket: 'b', user: 'u' });
  return auditVerdicts(Array.from({ length: 20 }, () => ({ audit, origin: '' })));
}

type Pair = readonly [string, { allowed: string; denied: Parameters<typeof against>[1] }];

const PAIRS: readonly Pair[] = [
  ['stars that almost meet', { allowed: '*a#a', denied: { but: '*b#b' } }],
  ['stars and questions', { allowed: 'a??????????', denied: { but: '*??????????a#?' } }],
  ['questions that cover', { allowed: 'aaaa#', denied: { all: '*a*?#x' } }],
  ['long runs', { allowed: `${'a'.repeat(100)}#`, denied: { all: `*?${'a'.repeat(50)}b*#` } }],
  [
    'very long ones',
    { allowed: `${'?'.repeat(4000)}#`, denied: { but: `*?${'?a*'.repeat(1300)}` } },
  ],
];

const COMPARISONS = PAIRS.flatMap(([name, { allowed, denied }]): Budget[] =>
  // In the middle the comparison is most expensive; beyond it the answer is yes.
  [POLICY / 4, POLICY / 2, POLICY].flatMap((size): Budget[] => [
    [`${name}, offered, ${size} bytes`, size, against(allowed, denied, offered)],
    [`${name}, audited, ${size} bytes`, size, against(allowed, denied, audited)],
  ]),
);

const ACCESS_RULES: readonly Budget[] = [
  [
    'rules for many prefixes',
    POLICY,
    (size) => {
      const Action = ['s3:GetObject'];
      const Resource = Array.from(
        { length: Math.floor(size / 22) },
        (_, n) => `arn:aws:s3:::b/${n}*`,
      );
      const statement = { Effect: 'Allow', Principal: '*', Action, Resource };
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
      return () => withAccessRule(policy, 'b', 'x', 'readwrite');
    },
  ],
  [
    'rules in many statements',
    POLICY,
    (size) => {
      const Statement = Array.from({ length: Math.floor(size / 92) }, (_, n) => ({
        Effect: 'Allow',
        Principal: '*',
        Action: ['s3:GetObject'],
        Resource: `arn:aws:s3:::b/${n}*`,
      }));
      const policy = JSON.stringify({ Version: '2012-10-17', Statement });
      return () => withAccessRule(policy, 'b', 'x', 'readwrite');
    },
  ],
];

const BUCKETS = Array.from({ length: 1000 }, (_, n) => `bucket-${n}`);

/** Runs the checks that an editor makes after each keystroke. */
const linted = (text: string) => lintPolicy(text, { buckets: BUCKETS });
const completed = (text: string) => completePolicy(text, text.length, { buckets: BUCKETS });

const EDITOR: readonly Budget[] = [
  [
    'unknown actions',
    POLICY,
    lists(linted, (list) => statement(`"Action":[${list('s3:No#', 0.9)}],"Resource":"*"`)),
  ],
  [
    'resources in no bucket',
    POLICY,
    lists(linted, (list) =>
      statement(`"Action":"s3:*","Resource":[${list('arn:aws:s3:::*a#*b/*', 0.9)}]`),
    ),
  ],
  ['allows that may be beaten', POLICY, against('*a#*', { all: '*a*a#*' }, linted)],
  [
    'statements with mistakes',
    POLICY,
    text(
      linted,
      '{"Effect":"Allow","Action":"s3:GetObjekt","Resource":"*","Sid":5},',
      '{"Version":"2012-10-17","Statement":[',
      '{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}',
    ),
  ],
  ['brackets to be completed', POLICY, text(completed, '[')],
  ['names to be completed', POLICY, text(completed, '{"a":', '{"Statement":[')],
  ['texts to be completed', POLICY, text(completed, '"\\"a",', '{"Statement":[{"Action":[')],
  ['one long name', POLICY, text(completed, 'a', '{"Statement":[{"', '":{"Action":["')],
];

describe.each([
  ['editors of policies', EDITOR],
  ['policies', POLICIES],
  ['questions to policies', QUESTIONS],
  ['wildcards', WILDCARDS],
  ['comparisons', COMPARISONS],
  ['access rules', ACCESS_RULES],
])('the time for %s grows with their size, not faster', (_, budgets) => {
  it.each(budgets)('%s', async (__, largest, workload) => {
    expect(await growth(workload, largest)).toBeLessThan(3);
  });
});
