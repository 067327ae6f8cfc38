import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminCall } from './support/admin.ts';
import { adminErrorCode, adminJson, adminSend, createUser } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import type { Account } from './support/server.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
  await server.s3.send(new PutObjectCommand({ Bucket, Key: 'here', Body: 'content' }));
});

const DENIED = { code: 'AccessDenied', status: 403 };

async function user(policy?: string): Promise<Account> {
  const account = { accessKey: freshName('user'), secretKey: 'secret-of-the-user' };
  await createUser(server.target, account, policy);
  return account;
}

const members = (group: string, names: readonly string[], isRemove = false): AdminCall => ({
  method: 'PUT',
  operation: 'update-group-members',
  body: JSON.stringify({ group, members: names, groupStatus: 'enabled', isRemove }),
});
const setPolicies = (group: string, policyName: string): AdminCall => ({
  method: 'PUT',
  operation: 'set-user-or-group-policy',
  query: { policyName, userOrGroup: group, isGroup: 'true' },
});
const setStatus = (group: string, status: string): AdminCall => ({
  method: 'PUT',
  operation: 'set-group-status',
  query: { group, status },
});
const associate = (operation: string, secret: unknown): AdminCall => ({
  method: 'POST',
  operation: `idp/builtin/policy/${operation}`,
  secret,
});
const call = (asked: AdminCall) => adminJson(server.target, asked);
const describeGroup = (group: string) => call({ operation: 'group', query: { group } });

async function refusal(asked: AdminCall): Promise<{ status: number; code: string }> {
  const response = await adminSend(server.target, asked);
  return { status: response.status, code: adminErrorCode(response) };
}

describe('a group', () => {
  it('gives its policies to its members while it is enabled', async () => {
    const group = freshName('group');
    const member = await user();
    const s3 = server.client(member);
    const get = () => s3.send(new GetObjectCommand({ Bucket, Key: 'here' }));
    await call(members(group, [member.accessKey]));
    expect(await failure(get())).toEqual(DENIED);
    await call(setPolicies(group, 'readonly'));
    expect((await get()).ContentLength).toBe(7);
    await call(setStatus(group, 'disabled'));
    expect(await failure(get())).toEqual(DENIED);
    await call(setStatus(group, 'enabled'));
    expect((await get()).ContentLength).toBe(7);
    await call(members(group, [member.accessKey], true));
    expect(await failure(get())).toEqual(DENIED);
  });

  it('adds to what its members have themselves', async () => {
    const group = freshName('group');
    const member = await user('writeonly');
    await call(members(group, [member.accessKey]));
    await call(setPolicies(group, 'readonly'));
    const s3 = server.client(member);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'mine', Body: 'x' }));
    await s3.send(new GetObjectCommand({ Bucket, Key: 'mine' }));
  });

  it('is described, with its members, and each member with it', async () => {
    const group = freshName('group');
    const member = await user();
    await call(members(group, [member.accessKey]));
    await call(setPolicies(group, 'readonly,diagnostics'));
    expect(await call({ operation: 'groups' })).toContain(group);
    const info = await describeGroup(group);
    expect(info).toMatchObject({ name: group, status: 'enabled', members: [member.accessKey] });
    const { policy } = Object(info);
    expect(policy.split(',').sort()).toEqual(['diagnostics', 'readonly']);
    const query = { accessKey: member.accessKey };
    expect(await call({ operation: 'user-info', query })).toMatchObject({ memberOf: [group] });
    expect(await call({ operation: 'list-users' })).toMatchObject({
      [member.accessKey]: { memberOf: [group] },
    });
    await call(setStatus(group, 'disabled'));
    expect(await describeGroup(group)).toMatchObject({ status: 'disabled', policy: '' });
  });

  it('gets policies attached and detached', async () => {
    const group = freshName('group');
    const member = await user('readonly');
    await call(members(group, [member.accessKey]));
    const both = { policies: ['readonly', 'diagnostics'], group };
    const attached = await call(associate('attach', both));
    expect([...Object(attached).policiesAttached].sort()).toEqual(['diagnostics', 'readonly']);
    expect(await refusal(associate('attach', both))).toEqual({
      status: 400,
      code: 'XMinioAdminPolicyChangeAlreadyApplied',
    });
    const operation = 'idp/builtin/policy-entities';
    const memberOfMappings = [{ group, policies: ['diagnostics', 'readonly'] }];
    expect(await call({ operation, query: { user: member.accessKey } })).toMatchObject({
      userMappings: [{ user: member.accessKey, policies: ['readonly'], memberOfMappings }],
    });
    expect(await call({ operation, query: { group } })).toMatchObject({
      groupMappings: memberOfMappings,
    });
    const { policyMappings } = Object(await call({ operation, query: { policy: 'readonly' } }));
    expect(policyMappings).toHaveLength(1);
    expect(policyMappings[0].groups).toContain(group);
    expect(policyMappings[0].users).toContain(member.accessKey);
    expect(await call(associate('detach', { policies: ['diagnostics'], group }))).toMatchObject({
      policiesDetached: ['diagnostics'],
    });
    expect(await describeGroup(group)).toMatchObject({ policy: 'readonly' });
  });

  it('goes only when it is empty', async () => {
    const group = freshName('group');
    const member = await user();
    await call(members(group, [member.accessKey]));
    expect(await refusal(members(group, [], true))).toEqual({
      status: 400,
      code: 'XMinioAdminGroupNotEmpty',
    });
    const query = { accessKey: member.accessKey };
    await call({ method: 'DELETE', operation: 'remove-user', query });
    expect(Object(await describeGroup(group)).members).toEqual([]);
    await call(members(group, [], true));
    const gone = { status: 404, code: 'XMinioAdminNoSuchGroup' };
    expect(await refusal({ operation: 'group', query: { group } })).toEqual(gone);
    expect(await refusal(setPolicies(group, 'readonly'))).toEqual(gone);
    expect(await refusal(associate('attach', { policies: ['readonly'], group }))).toEqual(gone);
    expect(await refusal(setStatus(group, 'enabled'))).toEqual(gone);
  });

  it('keeps the policies that it has in use', async () => {
    const group = freshName('group');
    const name = freshName('policy');
    const allow = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] };
    const body = JSON.stringify({ Version: '2012-10-17', Statement: [allow] });
    await call({ method: 'PUT', operation: 'add-canned-policy', query: { name }, body });
    await call(members(group, []));
    await call(setPolicies(group, name));
    const remove = { method: 'DELETE', operation: 'remove-canned-policy', query: { name } };
    expect(await refusal(remove)).toEqual({ status: 400, code: 'XMinioIAMPolicyInUse' });
    await call(setPolicies(group, ''));
    await call(remove);
  });

  it.each([
    ['users that do not exist', ['nobody-at-all'], 404, 'XMinioAdminNoSuchUser'],
    ['the root account', ['conformance'], 403, 'XMinioIAMActionNotAllowed'],
  ])('is refused with %s', async (_, names, status, code) => {
    expect(await refusal(members(freshName('group'), names))).toEqual({ status, code });
  });

  it.each([
    ['commas', 'a,b', 'XMinioInvalidGroupName'],
    ['spaces around', ' spaced ', 'XMinioInvalidResource'],
  ])('is refused with %s in its name', async (_, group, code) => {
    expect(await refusal(members(group, []))).toEqual({ status: 400, code });
  });

  it('takes no policies while it is disabled', async () => {
    const group = freshName('group');
    await call(members(group, []));
    await call(setStatus(group, 'disabled'));
    expect(await refusal(associate('attach', { policies: ['readonly'], group }))).toEqual(
      ofTarget('refusalOfPoliciesForDisabledGroups'),
    );
  });
});
