import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  addPolicy,
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const OWNER: Credentials = { accessKey: 'owner', secretKey: 'owner-secret' };
const OTHER: Credentials = { accessKey: 'other', secretKey: 'other-secret' };
const EVERYTHING = ['admin:*', 's3:*', 'kms:*'];

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  await addUser(storage, OWNER, 'consoleAdmin');
  await addUser(storage, OTHER, 'readwrite');
  await addPolicy(storage, 'all', [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['*'] }]);
});

afterAll(() => storage.close());

const admin = adminCaller(() => storage);
const allow = (...actions: readonly string[]) => ({
  Version: '2012-10-17',
  Statement: actions.map((action) => ({
    Effect: 'Allow',
    Action: [action],
    ...(action.startsWith('s3:') ? { Resource: ['arn:aws:s3:::*'] } : {}),
  })),
});
const add = async (value: object, as = ROOT) =>
  admin('PUT', 'add-service-account', await seal(value, as), as);
const update = async (accessKey: string, value: object, as = ROOT) =>
  admin('POST', `update-service-account?accessKey=${accessKey}`, await seal(value, as), as);
const outcome = (answer: Answer) => (answer.status < 300 ? 'done' : errorOf(answer));
const read = async (as: Credentials) => outcome(await storage.call({ path: '/bucket/key', as }));
const write = async (as: Credentials) =>
  outcome(await storage.call({ method: 'PUT', path: '/bucket/new', body: 'x', as }));
const assume = (as: Credentials, policy?: object) =>
  storage.call({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      ...(policy === undefined ? {} : { Policy: JSON.stringify(policy) }),
    }).toString(),
    as,
    service: 'sts',
  });

async function session(as: Credentials, policy?: object): Promise<Credentials> {
  const answer = await assume(as, policy);
  const field = (name: string) => xmlAt(answer, 'AssumeRoleResult', 'Credentials', name) ?? '';
  return {
    accessKey: field('AccessKeyId'),
    secretKey: field('SecretAccessKey'),
    sessionToken: field('SessionToken'),
  };
}

async function create(value: object, as = ROOT): Promise<Credentials> {
  const { credentials } = Object(await openSealed(await add(value, as), as.secretKey));
  return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
}

const remove = ({ accessKey }: Credentials, as: Credentials) =>
  admin('DELETE', `delete-service-account?accessKey=${accessKey}`, '', as);

const MAKES_KEYS = allow('s3:GetObject', 'admin:CreateServiceAccount');

describe.each([
  ['a key of root', () => create({ policy: MAKES_KEYS })],
  ['a session of a user', () => session(OWNER, MAKES_KEYS)],
])('%s that is bound by a policy', (_, make) => {
  it.each([
    ['itself', {}],
    ['root', { targetUser: ROOT.accessKey }],
    ['another user', { targetUser: OTHER.accessKey }],
  ])('makes keys of %s within its bounds only, over a restart too', async (__, target) => {
    const wide = await create({ ...target, policy: allow('s3:*') }, await make());
    expect(await read(wide)).toBe('done');
    expect(await write(wide)).toBe('403 AccessDenied');
    await storage.restart();
    expect(await write(wide)).toBe('403 AccessDenied');
  });

  it('hands its bounds on to keys of keys', async () => {
    const first = await create({ policy: allow(...EVERYTHING) }, await make());
    const second = await create({ policy: allow('s3:*') }, first);
    expect(await read(second)).toBe('done');
    expect(await write(second)).toBe('403 AccessDenied');
  });

  it('ends no other key of its account', async () => {
    const bound = await make();
    for (const other of [await create({}, ROOT), await create({}, OWNER)]) {
      expect((await remove(other, bound)).status).toBe(404);
      expect(await read(other)).toBe('done');
    }
  });

  it('makes no sessions', async () => {
    expect((await assume(await make(), allow('s3:*'))).status).toBe(403);
  });
});

it('a bound key ends itself, and where its bound says so others too', async () => {
  const [bound, other] = [await create({ policy: allow('s3:GetObject') }), await create({})];
  expect((await remove(bound, bound)).status).toBe(204);
  const remover = await create({ policy: allow('admin:RemoveServiceAccount') });
  expect((await remove(other, remover)).status).toBe(204);
});

describe('a key that was made by a bound one', () => {
  it('is freed by the policy that somebody free gives it, not by another change', async () => {
    const bound = await create({ policy: MAKES_KEYS }, OWNER);
    const made = await create({ policy: allow('s3:*') }, bound);
    await update(made.accessKey, { newName: 'renamed' });
    expect(await write(made)).toBe('403 AccessDenied');
    await update(made.accessKey, { newPolicy: allow('s3:*') });
    expect(await write(made)).toBe('done');
  });
});

describe('what gives rights to others', () => {
  const secret = { secretKey: 'another-secret', status: 'enabled' };
  const grants: [string, string, (as: Credentials) => Promise<Answer>][] = [
    [
      'a new secret for a user',
      'admin:CreateUser',
      async (as) => admin('PUT', 'add-user?accessKey=other', await seal(secret, as), as),
    ],
    [
      'policies for a user',
      'admin:AttachUserOrGroupPolicy',
      (as) => admin('PUT', 'set-user-or-group-policy?userOrGroup=other&policyName=all', '', as),
    ],
    [
      'policies besides others',
      'admin:UpdatePolicyAssociation',
      async (as) =>
        admin(
          'POST',
          'idp/builtin/policy/attach',
          await seal({ user: 'other', policies: ['consoleAdmin'] }, as),
          as,
        ),
    ],
    [
      'a group',
      'admin:AddUserToGroup',
      (as) =>
        admin(
          'PUT',
          'update-group-members',
          JSON.stringify({ group: 'group', members: ['other'], isRemove: false }),
          as,
        ),
    ],
    [
      'other content of a policy',
      'admin:CreatePolicy',
      (as) => admin('PUT', 'add-canned-policy?name=all', JSON.stringify(allow('admin:*')), as),
    ],
    [
      'whom the store believes',
      'admin:ConfigUpdate',
      (as) => admin('DELETE', 'idp-config/openid/_', '', as),
    ],
    [
      'a state of a user',
      'admin:EnableUser',
      (as) => admin('PUT', 'set-user-status?accessKey=other&status=enabled', '', as),
    ],
  ];

  it.each(grants)('%s, is refused to a bound that names %s alone', async (_, action, act) => {
    const bound = await create({ policy: allow(action, 's3:GetObject') });
    expect(errorOf(await act(bound))).toBe('403 AccessDenied');
  });

  it.each(grants)(
    '%s, is possible within a bound that allows all administration',
    async (_, __, act) => {
      expect((await act(await create({ policy: allow('admin:*') }))).status).toBe(200);
    },
  );

  it('is refused to a bound that denies some of the administration', async () => {
    const policy = allow('admin:*');
    const deny = { Effect: 'Deny', Action: ['admin:ServiceStop'] };
    const bound = await create({ policy: { ...policy, Statement: [...policy.Statement, deny] } });
    const answer = await admin('PUT', 'add-user?accessKey=new', await seal(secret, bound), bound);
    expect(errorOf(answer)).toBe('403 AccessDenied');
  });

  it('includes the policy and the secret of other keys', async () => {
    const free = await create({}, OWNER);
    const bound = await create({ policy: allow('admin:UpdateServiceAccount') });
    const change = { newSecretKey: 'another-secret' };
    expect(errorOf(await update(free.accessKey, change, bound))).toBe('403 AccessDenied');
  });
});

describe('the key of a session', () => {
  it('becomes no user that outlives it', async () => {
    const user = { accessKey: 'lasting', secretKey: 'lasting-secret' };
    await addUser(storage, user, 'readonly');
    const made = await session(user);
    const answer = await storage.call({
      method: 'PUT',
      path: `/minio/admin/v3/add-user?accessKey=${made.accessKey}`,
      body: await seal({ secretKey: 'chosen-secret', status: 'enabled' }, made),
      as: made,
    });
    expect(errorOf(answer)).toBe('403 XMinioInvalidIAMCredentials');
    const chosen = { accessKey: made.accessKey, secretKey: 'chosen-secret' };
    expect(errorOf(await storage.call({ path: '/', as: chosen }))).toBe('403 InvalidAccessKeyId');
  });
});

describe('a policy that denies all administration', () => {
  it('keeps its user from making keys, and leaves the sessions', async () => {
    const user = { accessKey: 'denied', secretKey: 'denied-secret' };
    await addPolicy(storage, 'no-admin', [
      { Effect: 'Allow', Action: ['s3:*'], Resource: ['*'] },
      { Effect: 'Deny', Action: ['admin:*'] },
    ]);
    await addUser(storage, user, 'no-admin');
    expect(errorOf(await add({}, user))).toBe('403 AccessDenied');
    const made = await session(user);
    expect(await read(made)).toBe('done');
    expect(errorOf(await add({}, made))).toBe('403 AccessDenied');
  });
});
