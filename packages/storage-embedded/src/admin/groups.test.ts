import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPolicy,
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const ALICE: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };
const BOB: Credentials = { accessKey: 'bob', secretKey: 'bob-secret' };

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  await addUser(storage, ALICE, '');
  await addUser(storage, BOB, 'writeonly');
});

afterAll(() => storage.close());

const admin = adminCaller(() => storage);
const json = async (path: string) => JSON.parse((await admin('GET', path)).text);
const update = (group: string, members: readonly string[], isRemove = false) =>
  admin('PUT', 'update-group-members', JSON.stringify({ group, members, isRemove }));
const setPolicies = (group: string, names: string) =>
  admin('PUT', `set-user-or-group-policy?policyName=${names}&userOrGroup=${group}&isGroup=true`);
const associate = async (operation: string, value: object) =>
  admin('POST', `idp/builtin/policy/${operation}`, await seal(value));
const read = (as: Credentials) => storage.call({ path: '/bucket/key', as });

describe('a group', () => {
  it('gives its members its policies, over a restart too, and nothing while disabled', async () => {
    expect((await update('readers', ['alice'])).status).toBe(200);
    expect(errorOf(await read(ALICE))).toBe('403 AccessDenied');
    expect((await setPolicies('readers', 'readonly')).status).toBe(200);
    expect((await read(ALICE)).status).toBe(200);
    expect(errorOf(await read(BOB))).toBe('403 AccessDenied');
    await storage.restart();
    expect((await read(ALICE)).status).toBe(200);
    await admin('PUT', 'set-group-status?group=readers&status=disabled');
    expect(errorOf(await read(ALICE))).toBe('403 AccessDenied');
    expect(await json('group?group=readers')).toMatchObject({ status: 'disabled', policy: '' });
    await admin('PUT', 'set-group-status?group=readers&status=enabled');
    expect((await read(ALICE)).status).toBe(200);
    expect((await json('accountinfo')).AccountName).toBe(ROOT.accessKey);
    const account = await admin('GET', 'accountinfo', '', ALICE);
    expect(JSON.parse(account.text).Policy.Statement[0].Action).toContain('s3:GetObject');
  });

  it('takes rights away by a deny, whatever its members have of their own', async () => {
    await addPolicy(storage, 'no-put', [
      { Effect: 'Deny', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] },
    ]);
    const put = () => storage.call({ method: 'PUT', path: '/bucket/new', body: 'x', as: BOB });
    expect((await put()).status).toBe(200);
    await update('banned', ['bob']);
    await setPolicies('banned', 'no-put');
    expect(errorOf(await put())).toBe('403 AccessDenied');
    await update('banned', ['bob'], true);
    expect((await put()).status).toBe(200);
  });

  it('is described with its members, and its members with it', async () => {
    expect(await json('groups')).toEqual(expect.arrayContaining(['readers', 'banned']));
    const group = await json('group?group=readers');
    expect(group).toMatchObject({ name: 'readers', members: ['alice'], policy: 'readonly' });
    expect(Date.parse(group.updatedAt)).toBeGreaterThan(0);
    expect(await json('user-info?accessKey=alice')).toMatchObject({ memberOf: ['readers'] });
    expect(await openSealed(await admin('GET', 'list-users'))).toMatchObject({
      alice: { memberOf: ['readers'] },
    });
  });

  it('gets policies attached and detached, and keeps them in use', async () => {
    const both = { policies: ['readonly', 'diagnostics'], group: 'readers' };
    expect(await openSealed(await associate('attach', both))).toMatchObject({
      policiesAttached: ['diagnostics'],
    });
    const asked = await admin('GET', 'idp/builtin/policy-entities?policy=diagnostics&user=alice');
    expect(await openSealed(asked)).toMatchObject({
      userMappings: [
        {
          user: 'alice',
          memberOfMappings: [{ group: 'readers', policies: ['diagnostics', 'readonly'] }],
        },
      ],
      policyMappings: [{ policy: 'diagnostics', users: [], groups: ['readers'] }],
    });
    const ofGroup = await admin('GET', 'idp/builtin/policy-entities?group=readers');
    expect(await openSealed(ofGroup)).toMatchObject({
      groupMappings: [{ group: 'readers', policies: ['diagnostics', 'readonly'] }],
    });
    await addPolicy(storage, 'held', [
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] },
    ]);
    await associate('attach', { policies: ['held'], group: 'readers' });
    expect(errorOf(await admin('DELETE', 'remove-canned-policy?name=held'))).toBe(
      '400 XMinioIAMPolicyInUse',
    );
    expect((await associate('detach', { policies: ['held'], group: 'readers' })).status).toBe(200);
    expect((await admin('DELETE', 'remove-canned-policy?name=held')).status).toBe(200);
    expect(errorOf(await associate('attach', { ...both, user: 'bob' }))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
    expect(errorOf(await associate('attach', { policies: ['readonly'], group: 'none' }))).toBe(
      '404 XMinioAdminNoSuchGroup',
    );
  });

  it('goes when it is empty, and loses users who are removed', async () => {
    await addUser(storage, { accessKey: 'carol', secretKey: 'carol-secret' }, '');
    await update('short', ['carol']);
    expect(errorOf(await update('short', [], true))).toBe('400 XMinioAdminGroupNotEmpty');
    await admin('DELETE', 'remove-user?accessKey=carol');
    expect(await json('group?group=short')).toMatchObject({ members: [] });
    await addUser(storage, { accessKey: 'carol', secretKey: 'carol-secret' }, '');
    expect((await json('user-info?accessKey=carol')).memberOf).toBeUndefined();
    expect((await update('short', [], true)).status).toBe(200);
    expect(errorOf(await admin('GET', 'group?group=short'))).toBe('404 XMinioAdminNoSuchGroup');
  });

  it.each([
    ['unknown users', () => update('new', ['nobody']), '404 XMinioAdminNoSuchUser'],
    ['root', () => update('new', [ROOT.accessKey]), '403 XMinioIAMActionNotAllowed'],
    ['a name with commas', () => update('a,b', []), '400 XMinioInvalidGroupName'],
    ['a name with spaces around', () => update(' a', []), '400 XMinioInvalidResource'],
    [
      'members that are no names',
      () => admin('PUT', 'update-group-members', '{"group":"g","members":[1]}'),
      '400 XMinioAdminInvalidArgument',
    ],
    ['nothing to leave', () => update('none', ['alice'], true), '404 XMinioAdminNoSuchGroup'],
    [
      'an odd state',
      () => admin('PUT', 'set-group-status?group=readers&status=odd'),
      '400 XMinioAdminInvalidArgument',
    ],
  ])('is refused with %s', async (_, call, error) => {
    expect(errorOf(await call())).toBe(error);
  });

  it('never has a policy that is gone, whoever is faster', async () => {
    await update('racing', []);
    for (let round = 0; round < 5; round += 1) {
      await addPolicy(storage, 'raced', [
        { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] },
      ]);
      const [given, removed] = await Promise.all([
        setPolicies('racing', 'raced'),
        admin('DELETE', 'remove-canned-policy?name=raced'),
      ]);
      expect([given.status, removed.status].filter((status) => status === 200)).toHaveLength(1);
      await setPolicies('racing', '');
    }
  });

  it('is the business of administrators', async () => {
    for (const [method, path] of [
      ['GET', 'groups'],
      ['GET', 'group?group=readers'],
      ['PUT', 'set-group-status?group=readers&status=disabled'],
      ['PUT', 'update-group-members'],
    ] as const) {
      expect(errorOf(await admin(method, path, '', ALICE))).toBe('403 AccessDenied');
    }
  });
});
