import { readIamArchive, writeIamArchive } from '@stowage/storage-wire/iam-archive';
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
import { TokenProvider } from '../testing/token-provider.ts';
import { assumeWithToken, credentialsIn } from '../testing/web-identity.ts';

let storage: TestStorage;
let other: TestStorage;

const OWNER: Credentials = { accessKey: 'owner', secretKey: 'owner-secret' };
const EVERYTHING = [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }];
const allow = (...actions: readonly string[]) => ({
  Version: '2012-10-17',
  Statement: actions.map((action) => ({
    Effect: 'Allow',
    Action: [action],
    ...(action.startsWith('s3:') ? { Resource: ['arn:aws:s3:::*'] } : {}),
  })),
});

beforeAll(async () => {
  storage = await startTestStorage();
  other = await startTestStorage();
  for (const one of [storage, other]) {
    await one.call({ method: 'PUT', path: '/bucket' });
    await one.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  }
  await addPolicy(storage, 'all', EVERYTHING);
  await addUser(storage, OWNER, 'all');
});

afterAll(async () => {
  await storage.close();
  await other.close();
});

const from = adminCaller(() => storage);
const to = adminCaller(() => other);
const archiveOf = async () => readIamArchive((await from('GET', 'export-iam')).body);
const put = (archive: Parameters<typeof writeIamArchive>[0], call = 'import-iam-v2') =>
  other.call({
    method: 'PUT',
    path: `/minio/admin/v3/${call}`,
    body: writeIamArchive(archive),
  });
const NONE: Awaited<ReturnType<typeof archiveOf>> = {
  policies: new Map(),
  users: new Map(),
  groups: new Map(),
  serviceAccounts: new Map(),
  userPolicies: new Map(),
  groupPolicies: new Map(),
  stsPolicies: new Map(),
};

async function create(value: object, as: Credentials): Promise<Credentials> {
  const answer = await from('PUT', 'add-service-account', await seal(value, as), as);
  const { credentials } = Object(await openSealed(answer, as.secretKey));
  return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
}

const reads = async (as: Credentials, at = other) =>
  (await at.call({ path: '/bucket/key', as })).status === 200;
const writes = async (as: Credentials, at = other) =>
  (await at.call({ method: 'PUT', path: '/bucket/new', body: 'x', as })).status === 200;

describe('an export of users, groups and policies', () => {
  it('gives another store the same people, keys and rights', async () => {
    const member: Credentials = { accessKey: 'member', secretKey: 'member-secret' };
    await addUser(storage, member, 'readonly');
    const body = JSON.stringify({ group: 'team', members: ['member'], isRemove: false });
    await from('PUT', 'update-group-members', body);
    await from('PUT', 'set-user-or-group-policy?policyName=all&userOrGroup=team&isGroup=true');
    const bound = await create({ policy: allow('s3:GetObject'), name: 'reader' }, OWNER);
    const answer = await put(await archiveOf());
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      added: {
        users: ['owner', 'member'],
        groups: ['team'],
        serviceAccounts: [bound.accessKey],
        userPolicies: [{ owner: ['all'] }, { member: ['readonly'] }],
        groupPolicies: [{ team: ['all'] }],
      },
      failed: {},
    });
    await other.restart();
    expect(await writes(OWNER)).toBe(true);
    expect(await writes(member)).toBe(true);
    expect([await reads(bound), await writes(bound)]).toEqual([true, false]);
    const again = JSON.parse((await put(await archiveOf())).text);
    expect(again.failed).toEqual({});
  });

  it('keeps a key that a bound key made as narrow as it was, and gives it nothing elsewhere', async () => {
    const makesKeys = allow('s3:GetObject', 'admin:CreateServiceAccount');
    const maker = await create({ policy: makesKeys }, OWNER);
    const made = await create({ policy: allow('s3:*') }, maker);
    const archive = await archiveOf();
    await put(archive);
    expect([await reads(made), await writes(made)]).toEqual([true, false]);
    // As read by a server that supports one policy per key.
    const { sessionPolicy } = Object(archive.serviceAccounts.get(made.accessKey));
    expect(sessionPolicy.Statement).toEqual([
      { Effect: 'Deny', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    ]);
  });

  it('has those whom an OpenID provider knows, with their policies and keys', async () => {
    const provider = await TokenProvider.start();
    const line = `identity_openid config_url=${provider.configUrl} client_id=${provider.clientId}`;
    for (const call of [from, to]) await call('PUT', 'set-config-kv', await seal(line));
    const token = await provider.sign({ policy: 'readonly' });
    const session = credentialsIn(await assumeWithToken(storage, token));
    const key = await create({ accessKey: 'key-of-alice', secretKey: 'secret-of-alice' }, session);
    const { added, failed } = JSON.parse((await put(await archiveOf())).text);
    expect(failed).toEqual({});
    expect(added.stsPolicies.map(Object.values)).toEqual([[['readonly']]]);
    expect([await reads(key), await writes(key)]).toEqual([true, false]);
    await to('DELETE', 'idp-config/openid/_');
    expect(await reads(key)).toBe(false);
    await from('DELETE', 'idp-config/openid/_');
    await provider.close();
  });

  it('is for those who may have all secrets: no right that a bound names alone', async () => {
    const bound = await create({ policy: allow('admin:ExportIAM', 's3:*') }, ROOT);
    expect(errorOf(await from('GET', 'export-iam', '', bound))).toBe('403 AccessDenied');
    expect(errorOf(await from('GET', 'export-iam', '', OWNER))).toBe('403 AccessDenied');
  });
});

describe('an import', () => {
  it('says what it does not take, and takes the rest', async () => {
    const archive = {
      ...NONE,
      users: new Map([
        [ROOT.accessKey, { secretKey: 'a-secret-for-root', status: 'enabled' }],
        ['short', { secretKey: 'x', status: 'enabled' }],
        ['good', { secretKey: 'good-secret', status: 'disabled' }],
      ]),
      groups: new Map([['lost', { members: ['nobody-there'] }]]),
      policies: new Map([['broken', { Version: '2012-10-17', Statement: [{ Effect: 'No' }] }]]),
      serviceAccounts: new Map([
        ['orphan', { parent: 'nobody-there', secretKey: 'long-enough' }],
        [
          'overdue',
          { parent: 'good', secretKey: 'long-enough', expiration: '2020-01-01T00:00:00Z' },
        ],
        [
          'of-nobody',
          { parent: 'good', secretKey: 'long-enough', identity: { provider: 'ldap', claims: {} } },
        ],
        ['half-bound', { parent: 'good', secretKey: 'long-enough', boundPolicies: [null] }],
      ]),
      userPolicies: new Map([['good', { policy: 'not-there' }]]),
      stsPolicies: new Map([
        ['uid=alice,dc=x', { policy: 'not-there' }],
        ['no provider knows them', { policy: 'readonly' }],
      ]),
    };
    const { added, failed } = JSON.parse((await put(archive)).text);
    expect(added).toEqual({ users: ['good'] });
    expect(failed).toMatchObject({
      users: [{ name: ROOT.accessKey, reason: expect.any(String) }, { name: 'short' }],
      groups: [{ name: 'lost' }],
      policies: [{ name: 'broken' }],
      serviceAccounts: [
        { name: 'orphan' },
        { name: 'overdue' },
        { name: 'of-nobody' },
        { name: 'half-bound' },
      ],
      userPolicies: [{ name: 'good' }],
      stsPolicies: [{ name: 'uid=alice,dc=x' }, { name: 'no provider knows them' }],
    });
    expect(JSON.stringify(failed)).not.toContain('a-secret-for-root');
    const users = Object(await openSealed(await to('GET', 'list-users'), ROOT.secretKey));
    expect(users.good.status).toBe('disabled');
    expect(users).not.toHaveProperty('short');
    expect(errorOf(await put(archive, 'import-iam'))).toBe('400 XMinioAdminInvalidArgument');
  });

  it('makes no keys of root of those of a user who has the name of root here', async () => {
    const archive = {
      ...NONE,
      users: new Map([[ROOT.accessKey, { secretKey: 'an-ordinary-user' }]]),
      serviceAccounts: new Map([['taken', { parent: ROOT.accessKey, secretKey: 'long-enough' }]]),
    };
    const { added, failed } = JSON.parse((await put(archive)).text);
    expect(added).toEqual({});
    expect(failed.serviceAccounts).toMatchObject([{ name: 'taken' }]);
    const taken = { accessKey: 'taken', secretKey: 'long-enough' };
    expect(await reads(taken)).toBe(false);
  });

  it('takes back a policy that is empty in the archive, unless somebody has it', async () => {
    await addPolicy(other, 'old', EVERYTHING);
    const archive = { ...NONE, policies: new Map([['old', { Version: '' }]]) };
    expect(JSON.parse((await put(archive)).text).removed).toEqual({ policies: ['old'] });
    expect(errorOf(await to('GET', 'info-canned-policy?name=old'))).toBe(
      '404 XMinioAdminNoSuchPolicy',
    );
  });

  it.each([
    ['is no zip', 'no zip'],
    ['is empty', ''],
  ])('refuses a body that %s', async (_, body) => {
    const path = '/minio/admin/v3/import-iam-v2';
    expect(errorOf(await other.call({ method: 'PUT', path, body }))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
  });
});
