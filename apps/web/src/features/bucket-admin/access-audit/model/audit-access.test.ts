import { describe, expect, it } from 'vitest';
import { chosenList, missingActions } from './audit-access.ts';

const users = ['admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'];

describe('the lists of the access audit', () => {
  it.each([
    [[], users],
    [['admin:ListUserPolicies'], users],
    [['admin:GetPolicy', 'admin:ListUsers'], ['admin:ListGroups']],
    [['admin:ListGroups', 'admin:ListUsers'], ['admin:GetPolicy']],
    [users, []],
    [['admin:*'], []],
    [['admin:List*'], ['admin:GetPolicy']],
    [['s3:*'], users],
  ])('with %j, the users lack %j [AUDITB-02]', (allowed, missing) => {
    expect(missingActions('users', allowed)).toEqual(missing);
  });

  it.each([
    [[], ['admin:ListUserPolicies']],
    [users, ['admin:ListUserPolicies']],
    [['admin:ListUserPolicies'], []],
    [['admin:*'], []],
  ])('with %j, the policies lack %j [AUDITB-03]', (allowed, missing) => {
    expect(missingActions('policies', allowed)).toEqual(missing);
  });

  it.each([
    ['', ['admin:*'], 'policies'],
    ['', users, 'users'],
    ['', [], 'policies'],
    ['policies', users, 'policies'],
    ['users', ['admin:ListUserPolicies'], 'users'],
    ['nonsense', users, 'users'],
  ])('%j in the address with %j opens the %s', (asked, allowed, list) => {
    expect(chosenList(asked, allowed)).toBe(list);
  });
});
