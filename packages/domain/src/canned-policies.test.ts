import { describe, expect, it } from 'vitest';
import { CANNED_POLICIES, isCannedPolicy } from './canned-policies.ts';
import { evaluate, parsePolicy } from './policy.ts';

describe('canned policies', () => {
  const all = Object.values(CANNED_POLICIES);

  it('are policies that the parser takes back unchanged', () => {
    for (const canned of all) expect(parsePolicy(JSON.stringify(canned))).toEqual(canned);
  });

  it.each([
    ['readwrite', 's3:GetObject', 'allow'],
    ['readwrite', 's3:CreateBucket', 'allow'],
    ['readwrite', 'admin:ServerInfo', 'none'],
    ['readonly', 's3:GetObject', 'allow'],
    ['readonly', 's3:GetBucketLocation', 'allow'],
    ['readonly', 's3:PutObject', 'none'],
    ['readonly', 's3:ListBucket', 'none'],
    ['writeonly', 's3:PutObject', 'allow'],
    ['writeonly', 's3:GetObject', 'none'],
    ['diagnostics', 'admin:ServerInfo', 'allow'],
    ['diagnostics', 'admin:CreateUser', 'none'],
    ['diagnostics', 's3:GetObject', 'none'],
    ['consoleAdmin', 'admin:CreateUser', 'allow'],
    ['consoleAdmin', 'kms:CreateKey', 'allow'],
    ['consoleAdmin', 's3:DeleteObject', 'allow'],
  ] as const)('%s, %s: %s', (name, action, decision) => {
    expect(evaluate([CANNED_POLICIES[name]], { action, bucket: 'b', context: {} })).toBe(decision);
  });

  it('know their names', () => {
    expect(Object.keys(CANNED_POLICIES).every(isCannedPolicy)).toBe(true);
    expect(isCannedPolicy('toString')).toBe(false);
  });
});
