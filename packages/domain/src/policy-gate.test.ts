import { describe, expect, it } from 'vitest';
import { evaluate, parsePolicy } from './policy.ts';
import { surelyAllows } from './policy-gate.ts';

const ACTION = 'admin:SetBucketTarget';
const context = { username: ['ann'], CurrentTime: ['2026-05-01T12:00:00Z'] };

const allow = { Effect: 'Allow', Action: ['admin:*'] };
const deny = (Condition: object) => ({ Effect: 'Deny', Action: [ACTION], Condition });

function ask(...Statement: object[]) {
  const policies = [parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement }))];
  return {
    sure: surelyAllows(policies, { action: ACTION, context }),
    offered: evaluate(policies, { action: ACTION, context }) === 'allow',
  };
}

describe('surelyAllows', () => {
  it.each([
    ['an allow', [allow]],
    ['an allow for everything', [{ Effect: 'Allow', Action: ['*'], Resource: ['*'] }]],
    [
      'a condition that holds',
      [{ ...allow, Condition: { StringEquals: { 'aws:username': 'ann' } } }],
    ],
    ['a deny for somebody else', [allow, deny({ StringEquals: { 'aws:username': 'bob' } })]],
    [
      'a deny that is over',
      [allow, deny({ DateLessThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' } })],
    ],
    ['a deny of something else', [allow, { Effect: 'Deny', Action: ['admin:CreateUser'] }]],
  ])('says yes to %s', (_case, statements) => {
    expect(ask(...statements)).toEqual({ sure: true, offered: true });
  });

  it.each([
    [
      'an address that is not known',
      [allow, deny({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } })],
    ],
    ['a header that is not known', [allow, deny({ StringLike: { 'aws:Referer': 'evil*' } })]],
    [
      'a variable without a value',
      [allow, deny({ StringEquals: { 'aws:username': '$' + '{jwt:sub}' } })],
    ],
    [
      'an allow for an unknown header',
      [{ ...allow, Condition: { StringNotEquals: { 'aws:Referer': 'x' } } }],
    ],
  ])('says no where showing says yes: %s', (_case, statements) => {
    expect(ask(...statements)).toEqual({ sure: false, offered: true });
  });

  it.each([
    ['nothing', [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }]],
    ['a deny', [allow, { Effect: 'Deny', Action: [ACTION] }]],
    [
      'a deny of all but something else',
      [allow, { Effect: 'Deny', NotAction: ['s3:*'], Resource: ['*'] }],
    ],
  ])('says no to %s', (_case, statements) => {
    expect(ask(...statements).sure).toBe(false);
  });
});
