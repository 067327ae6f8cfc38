import { describe, expect, it } from 'vitest';
import { couldReach, parsePolicy } from '../policy.ts';

type Statement = readonly [effect: string, action: string, resource: string, condition?: object];

const policies = (...statements: Statement[]) => [
  parsePolicy(
    JSON.stringify({
      Version: '2012-10-17',
      Statement: statements.map(([Effect, Action, Resource, Condition]) => ({
        ...{ Effect, Action: [Action], Resource: [`arn:aws:s3:::${Resource}`] },
        ...(Condition && { Condition }),
      })),
    }),
  ),
];

const PUT = 's3:PutObject';
const IN_A = { bucket: 'b', prefixes: ['a/'] };
const HIDDEN: Statement = [
  'Deny',
  's3:*',
  'b/a/*',
  { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
];

describe('what somebody could reach', () => {
  it.each<[string, Statement[], { bucket: string; prefixes?: string[] }, boolean]>([
    ['everything that is allowed', [['Allow', 's3:*', '*']], IN_A, true],
    ['nothing without a statement', [['Allow', 's3:GetObject', '*']], IN_A, false],
    ['nothing of another bucket', [['Allow', PUT, 'other/*']], IN_A, false],
    ['nothing of another prefix', [['Allow', PUT, 'b/z/*']], IN_A, false],
    ['a folder below the prefix', [['Allow', PUT, 'b/a/deep/*']], IN_A, true],
    ['one of several names', [['Allow', PUT, 'b/x']], { bucket: 'b', prefixes: ['a', 'x'] }, true],
    ["a user's own folder", [['Allow', PUT, `b/\${aws:username}/*`]], IN_A, true],
    [
      'what a deny leaves',
      [
        ['Allow', PUT, 'b/*'],
        ['Deny', PUT, 'b/a/x/*'],
      ],
      IN_A,
      true,
    ],
    [
      'nothing that a deny covers',
      [
        ['Allow', PUT, '*'],
        ['Deny', PUT, 'b/*'],
      ],
      IN_A,
      false,
    ],
    [
      'nothing in a denied folder',
      [
        ['Allow', PUT, '*'],
        ['Deny', PUT, 'b/a/*'],
      ],
      IN_A,
      false,
    ],
    ['what is denied on conditions', [['Allow', PUT, '*'], HIDDEN], IN_A, true],
    [
      "what is denied to others' folders",
      [
        ['Allow', PUT, '*'],
        ['Deny', PUT, `b/\${aws:username}/*`],
      ],
      IN_A,
      true,
    ],
  ])('is %s', (_what, statements, wanted, answer) => {
    expect(couldReach(policies(...statements), PUT, wanted)).toBe(answer);
  });

  it('is the bucket itself for an action of buckets', () => {
    const list = 's3:ListBucket';
    expect(couldReach(policies(['Allow', list, 'b']), list, { bucket: 'b' })).toBe(true);
    expect(couldReach(policies(['Allow', list, 'b/*']), list, { bucket: 'b' })).toBe(true);
    expect(couldReach(policies(['Allow', list, 'c']), list, { bucket: 'b' })).toBe(false);
    const denied = policies(['Allow', 's3:*', '*'], ['Deny', list, 'b']);
    expect(couldReach(denied, list, { bucket: 'b' })).toBe(false);
  });
});
