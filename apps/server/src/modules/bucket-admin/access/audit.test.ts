import type { AuditGrant, AuditPolicy, AuditUser } from '@stowage/contract/bucket-admin/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminJson, adminSend } from '../../../../../../tests/conformance/support/admin.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

const BUCKET = 'audited';
const policy = (...Statement: object[]) => ({ Version: '2012-10-17', Statement });
const statement = (Effect: string, Action: string[], Resource?: string[], Sid?: string) => ({
  ...(Sid && { Sid }),
  Effect,
  Action,
  ...(Resource && { Resource: Resource.map((one) => `arn:aws:s3:::${one}`) }),
});

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.addUser(
    'reader',
    policy(statement('Allow', ['s3:GetObject'], [`${BUCKET}/*`], 'read-all')),
  );
  await test.addUser('elsewhere', policy(statement('Allow', ['s3:*'], ['other', 'other/*'])));
  await test.addUser(
    'writer',
    policy(
      statement('Allow', ['s3:PutObject', 's3:DeleteObject'], [`${BUCKET}/*`]),
      statement('Deny', ['s3:DeleteObject'], [`${BUCKET}/keep/*`]),
    ),
  );
  await test.addUser('sleeper', policy(statement('Allow', ['s3:ListBucket'], [BUCKET])));
  await test.admin.setUserStatus({ accessKey: 'sleeper', status: 'disabled' });
  await test.addUser(
    'own-folder',
    policy(statement('Allow', ['s3:GetObject'], [`\${aws:username}/*`])),
  );
  for (const member of ['member', 'lost-member']) {
    await test.admin.addUser({ accessKey: member, secretKey: 'member-secret-key' });
  }
  await test.admin.addCannedPolicy({
    name: 'team-policy',
    policy: JSON.stringify(policy(statement('Allow', ['s3:ListBucket'], [BUCKET]))),
  });
  await group('team', 'member');
  await group('closed-team', 'lost-member');
  await adminSend(test.target, {
    method: 'PUT',
    operation: 'set-group-status',
    query: { group: 'closed-team', status: 'disabled' },
  });
});
afterAll(() => test.close());

async function group(name: string, member: string): Promise<void> {
  const body = JSON.stringify({ group: name, members: [member], isRemove: false });
  await adminSend(test.target, { method: 'PUT', operation: 'update-group-members', body });
  const query = { policyName: 'team-policy', userOrGroup: name, isGroup: 'true' };
  const set = { method: 'PUT', operation: 'set-user-or-group-policy', query };
  const { status } = await adminSend(test.target, set);
  if (status === 200) return;
  const attach = { method: 'POST', operation: 'idp/builtin/policy/attach' };
  await adminJson(test.target, { ...attach, secret: { policies: ['team-policy'], group: name } });
}

const users = async (caller = root): Promise<AuditUser[]> =>
  (await caller.send({ url: `/api/v1/bucket-users/${BUCKET}/grants` })).json().users;
const user = async (name: string) => (await users()).find((one) => one.name === name);
const policies = async () => (await root.send({ url: `/api/v1/bucket-policy/${BUCKET}` })).json();
const inShort = (grants: readonly AuditGrant[] = []) =>
  grants.map(({ ability, extent }) => `${ability} ${extent}`);

describe('the audit of users', () => {
  it('names those that can reach the bucket [API-17]', async () => {
    const response = await root.send({ url: `/api/v1/bucket-users/${BUCKET}` });
    expect(response.statusCode).toBe(200);
    expect(response.json().sort()).toEqual(['member', 'reader', 'sleeper', 'writer']);
  });

  it('says what each may do and by which statement', async () => {
    expect(await user('reader')).toEqual({
      name: 'reader',
      enabled: true,
      groups: [],
      policies: ['reader-policy'],
      grants: [
        {
          ability: 'read',
          extent: 'all',
          because: [
            {
              policy: 'reader-policy',
              kind: 'user',
              index: 0,
              sid: 'read-all',
              effect: 'Allow',
              conditional: false,
              text: expect.stringContaining('"s3:GetObject"'),
            },
          ],
        },
      ],
    });
    const writer = await user('writer');
    expect(inShort(writer?.grants)).toEqual(['write all', 'delete part']);
    expect(writer?.grants[1]?.because.map(({ index, effect }) => [index, effect])).toEqual([
      [0, 'Allow'],
      [1, 'Deny'],
    ]);
  });

  it('follows groups that are not switched off, and tells who is', async () => {
    const member = await user('member');
    expect(member).toMatchObject({ groups: ['team'], policies: [] });
    expect(member?.grants[0]?.because[0]).toMatchObject({
      policy: 'team-policy',
      kind: 'group',
      group: 'team',
    });
    expect((await user('sleeper'))?.enabled).toBe(false);
  });

  it('reads policies in use one by one for whom may not list all', async () => {
    const keys = await test.addUser(
      'auditor',
      policy(statement('Allow', ['admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'])),
    );
    const names = (await users(await test.logIn(keys))).map(({ name }) => name);
    // Without admin:GetGroup the server does not reveal that a group is disabled, so it counts.
    expect(names.sort()).toEqual(['lost-member', 'member', 'reader', 'sleeper', 'writer']);
  });
});

describe('the audit of policies', () => {
  it('shows those that speak of the bucket, with who has them [API-18]', async () => {
    const { policies: found, total } = await policies();
    const names = found.map(({ name }: AuditPolicy) => name);
    expect(total).toBe(found.length);
    expect(names).toEqual(expect.arrayContaining(['reader-policy', 'readwrite', 'consoleAdmin']));
    expect(names).not.toContain('elsewhere-policy');
    expect(names).not.toContain('diagnostics');
    const team = found.find(({ name }: AuditPolicy) => name === 'team-policy');
    expect(team).toMatchObject({ users: [], groups: ['closed-team', 'team'] });
    expect(inShort(team.grants)).toEqual(['list all']);
    const reader = found.find(({ name }: AuditPolicy) => name === 'reader-policy');
    expect(reader.users).toEqual(['reader']);
    expect(JSON.parse(reader.policy).Statement[0].Sid).toBe('read-all');
    const own = found.find(({ name }: AuditPolicy) => name === 'own-folder-policy');
    expect(inShort(own.grants)).toEqual(['read part']);
  });

  it('tells what anonymous users may do, and users with them', async () => {
    expect((await policies()).anonymous).toEqual([]);
    await root.send({
      method: 'PUT',
      url: `/api/v1/bucket/${BUCKET}/access-rules`,
      payload: { prefix: 'out/', access: 'readonly' },
    });
    const { anonymous } = await policies();
    expect(inShort(anonymous)).toEqual(['list part', 'read part']);
    expect(anonymous[0].because[0]).toMatchObject({ policy: 'bucket policy', kind: 'bucket' });
    expect(inShort((await user('elsewhere'))?.grants)).toEqual(['list part', 'read part']);
    expect(inShort((await user('reader'))?.grants)).toEqual(['list part', 'read all']);
    await test.s3.deleteBucketPolicy({ bucket: BUCKET });
  });
});

describe('who may audit', () => {
  it('is decided by the storage server', async () => {
    const keys = await test.addUser('nosy', policy(statement('Allow', ['s3:*'], ['*'])));
    const nosy = await test.logIn(keys);
    for (const [url, action] of [
      [`/api/v1/bucket-users/${BUCKET}`, 'admin:ListUsers'],
      [`/api/v1/bucket-users/${BUCKET}/grants`, 'admin:ListUsers'],
      [`/api/v1/bucket-policy/${BUCKET}`, 'admin:ListUserPolicies'],
    ] as const) {
      const response = await nosy.send({ url });
      expect(response.statusCode).toBe(403);
      expect(response.json().detailedMessage).toContain(action);
      expect((await test.anonymous.send({ url })).statusCode).toBe(401);
    }
  });

  it('leaves anonymous users out for whom may not read the bucket’s policy', async () => {
    const keys = await test.addUser(
      'policy-lister',
      policy(statement('Allow', ['admin:ListUserPolicies'])),
    );
    const lister = await test.logIn(keys);
    const response = await lister.send({ url: `/api/v1/bucket-policy/${BUCKET}` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).not.toHaveProperty('anonymous');
  });

  it('says so when there is no such bucket, or no server', async () => {
    const url = '/api/v1/bucket-users/no-such-bucket';
    expect((await root.send({ url })).json()).toMatchObject({ errorCode: 'BucketNotFound' });
    test.gate.set('closed');
    const response = await root.send({ url: `/api/v1/bucket-policy/${BUCKET}` });
    test.gate.set('open');
    expect(response.json()).toMatchObject({ errorCode: 'StorageUnreachable' });
  });
});
