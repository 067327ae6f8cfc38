import { describe, expect, it } from 'vitest';
import { DENIED, GONE, READ_HERE, useAccessKeys } from './support/access-keys.ts';
import { adminSend } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import { send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';
import { assumeRole, stsRefusal } from './support/sts.ts';

const server = useServer();
const keys = useAccessKeys(server);
const { call, refusal, user, addPolicy, add, create, change, remove, info, getHere, putNew } = keys;

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function update(accessKey: string, secret: object): Promise<void> {
  const response = await adminSend(server.target, change(accessKey, secret));
  expect(response.status).toBe(204);
}

describe('a service account', () => {
  it('may what its parent may', async () => {
    const reader = await user('readonly');
    const key = await create({}, reader);
    expect(key.accessKey).toHaveLength(20);
    expect(key.secretKey).toHaveLength(40);
    expect((await getHere(key)).ContentLength).toBe(7);
    expect(await failure(putNew(key))).toEqual(DENIED);
  });

  it('of root may everything', async () => {
    const key = await create();
    await putNew(key);
    expect(Object(await call({ operation: 'list-users', account: key }))).toHaveProperty(
      keys.owner.accessKey,
    );
  });

  it('gets less by a policy of its own, of root too', async () => {
    for (const account of [server.target, keys.owner]) {
      const key = await create({ policy: READ_HERE }, account);
      expect((await getHere(key)).ContentLength).toBe(7);
      expect(await failure(putNew(key))).toEqual(DENIED);
      expect(await refusal({ operation: 'list-users', account: key })).toEqual(DENIED);
    }
  });

  it('gets no more by a policy of its own', async () => {
    const everything = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] };
    const policy = { Version: '2012-10-17', Statement: [everything] };
    const key = await create({ policy }, await user('readonly'));
    expect((await getHere(key)).ContentLength).toBe(7);
    expect(await failure(putNew(key))).toEqual(DENIED);
  });

  it('bound by a policy makes none that may more', async () => {
    const makesKeys = { Effect: 'Allow', Action: ['admin:CreateServiceAccount'] };
    const narrow = { ...READ_HERE, Statement: [...READ_HERE.Statement, makesKeys] };
    const everything = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] };
    const wide = { Version: '2012-10-17', Statement: [everything] };
    const bound = [
      await create({ policy: narrow }, keys.owner),
      await assumeRole(server.target, keys.owner, { Policy: JSON.stringify(narrow) }),
    ];
    for (const account of bound) {
      const key = await create({ policy: wide }, account);
      expect((await getHere(key)).ContentLength).toBe(7);
      if (ofTarget('boundKeysFreeThemselves')) {
        await putNew(key);
      } else {
        expect(await failure(putNew(key))).toEqual(DENIED);
      }
    }
  });

  it('is made by nobody to whom all administration is denied, who gets sessions all the same', async () => {
    const account = await user(
      await addPolicy(
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Deny', Action: ['admin:*'] },
      ),
    );
    expect(await refusal(add({}, account))).toEqual(DENIED);
    const session = await assumeRole(server.target, account);
    expect((await getHere(session)).ContentLength).toBe(7);
    expect(await refusal(add({}, session))).toEqual(DENIED);
  });

  it.each([
    ['nothing', null],
    ['an empty policy', {}],
  ])('with %s for a policy has what its parent has', async (_, policy) => {
    const key = await create({ policy }, keys.owner);
    await putNew(key);
    expect(await call(info(key.accessKey))).toMatchObject({ impliedPolicy: true });
  });

  it('gets the keys that were asked for, once', async () => {
    const pair = { accessKey: freshName('key'), secretKey: 'asked-for-secret' };
    expect(await create(pair, keys.owner)).toEqual(pair);
    await putNew(pair);
    const taken = { status: 400, code: 'XMinioIAMServiceAccountNotAllowed' };
    expect(await refusal(add(pair, keys.owner))).toEqual(taken);
    expect(await refusal(add(pair))).toEqual(taken);
    expect(await refusal(add({ ...pair, accessKey: keys.owner.accessKey }))).toEqual(taken);
  });

  it.each([
    ['no secret', { accessKey: 'some-key' }, 400, 'XMinioAdminNoSecretKey'],
    ['no access key', { secretKey: 'long-enough' }, 400, 'XMinioAdminNoAccessKey'],
    [
      'a short access key',
      { accessKey: 'ab', secretKey: 'long-enough' },
      400,
      'XMinioAdminInvalidAccessKey',
    ],
    [
      'a long access key',
      { accessKey: 'k'.repeat(21), secretKey: 'long-enough' },
      400,
      'XMinioAdminInvalidAccessKey',
    ],
    [
      'a long secret',
      { accessKey: 'some-key', secretKey: 's'.repeat(41) },
      400,
      'XMinioAdminInvalidSecretKey',
    ],
    [
      'a short secret',
      { accessKey: 'some-key', secretKey: 'short' },
      400,
      'XMinioAdminInvalidSecretKey',
    ],
    [
      'the name of root',
      { accessKey: 'conformance', secretKey: 'long-enough' },
      403,
      'XMinioInvalidIAMCredentials',
    ],
    ['a parent that is not there', { targetUser: 'nobody-at-all' }, 404, 'XMinioAdminNoSuchUser'],
    [
      'a wrong policy',
      { policy: { Version: '2012-10-17', Statement: [{ Effect: 'Perhaps' }] } },
      400,
      'XMinioMalformedIAMPolicy',
    ],
    ['a long name', { name: 'n'.repeat(33) }, 400, 'XMinioInvalidResource'],
    ['a name that begins with a digit', { name: '1st' }, 400, 'XMinioInvalidResource'],
    ['a long description', { description: 'd'.repeat(257) }, 400, 'XMinioInvalidResource'],
    ['an end in the past', { expiration: '2020-01-01T00:00:00Z' }, 400, 'XMinioInvalidResource'],
  ])('is refused with %s', async (_, secret, status, code) => {
    expect(await refusal(add(secret))).toEqual({ status, code });
  });

  it.each([
    ['too soon', 10],
    ['too late', 366 * 24 * 60],
  ])('is refused with an end %s', async (_, minutes) => {
    expect(await refusal(add({ expiration: later(minutes) }))).toEqual(
      ofTarget('refusalOfOddExpirations'),
    );
  });

  it('is refused with a policy that is too large', async () => {
    const Resource = Array.from({ length: 120 }, (_, n) => `arn:aws:s3:::${'b'.repeat(40)}-${n}`);
    const Statement = [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource }];
    expect(await refusal(add({ policy: { Version: '2012-10-17', Statement } }))).toEqual({
      status: 400,
      code: 'XMinioIAMServiceAccountSessionPolicyTooLarge',
    });
  });

  it('is disabled and enabled', async () => {
    const key = await create({}, keys.owner);
    await update(key.accessKey, { newStatus: 'off' });
    expect(await failure(getHere(key))).toEqual(GONE);
    expect(await call(info(key.accessKey))).toMatchObject({ accountStatus: 'off' });
    await update(key.accessKey, { newStatus: 'enabled' });
    expect((await getHere(key)).ContentLength).toBe(7);
  });

  it('gets another secret, name, description, policy and end', async () => {
    const key = await create({ name: 'first', description: 'one' }, keys.owner);
    const expiration = later(60);
    await update(key.accessKey, {
      newSecretKey: 'another-secret',
      newName: 'second',
      newDescription: 'two',
      newPolicy: READ_HERE,
      newExpiration: expiration,
    });
    expect(await failure(getHere(key))).toMatchObject({ code: 'SignatureDoesNotMatch' });
    const renewed = { ...key, secretKey: 'another-secret' };
    expect((await getHere(renewed)).ContentLength).toBe(7);
    expect(await failure(putNew(renewed))).toEqual(DENIED);
    const told = Object(await call(info(key.accessKey)));
    expect(told).toMatchObject({
      parentUser: keys.owner.accessKey,
      accountStatus: 'on',
      impliedPolicy: false,
      name: 'second',
      description: 'two',
    });
    expect(JSON.parse(told.policy).Statement[0].Action).toEqual(['s3:GetObject']);
    expect(Math.abs(Date.parse(told.expiration) - Date.parse(expiration))).toBeLessThan(1_000);
    await update(key.accessKey, { newPolicy: null });
    await putNew(renewed);
  });

  it('keeps its policy when something else of it changes', async () => {
    const key = await create({ policy: READ_HERE }, keys.owner);
    await update(key.accessKey, { newName: 'renamed' });
    const told = await call(info(key.accessKey));
    expect(told).toMatchObject({ impliedPolicy: ofTarget('policyIsLostByOtherChanges') });
  });

  it('ends with its parent, and when it is deleted', async () => {
    const parent = await user('readwrite');
    const [first, second] = [await create({}, parent), await create({}, parent)];
    const query = { accessKey: parent.accessKey, status: 'disabled' };
    await call({ method: 'PUT', operation: 'set-user-status', query });
    expect(await failure(getHere(first))).toEqual(DENIED);
    const enabled = { ...query, status: 'enabled' };
    await call({ method: 'PUT', operation: 'set-user-status', query: enabled });
    expect((await getHere(first)).ContentLength).toBe(7);
    expect((await adminSend(server.target, remove(first.accessKey))).status).toBe(204);
    expect(await failure(getHere(first))).toEqual(GONE);
    await call({
      method: 'DELETE',
      operation: 'remove-user',
      query: { accessKey: parent.accessKey },
    });
    expect(await failure(getHere(second))).toEqual(GONE);
    const none = { status: 404, code: 'XMinioInvalidIAMCredentials' };
    expect(await refusal(info(second.accessKey))).toEqual(none);
    expect(await refusal(remove(second.accessKey))).toEqual(none);
    expect(await refusal(change(second.accessKey, { newName: 'n' }))).toEqual(none);
  });

  it('has the policies of its parent’s groups', async () => {
    const parent = await user();
    const group = freshName('group');
    const body = JSON.stringify({ group, members: [parent.accessKey], isRemove: false });
    await call({ method: 'PUT', operation: 'update-group-members', body });
    const query = { policyName: 'readonly', userOrGroup: group, isGroup: 'true' };
    await call({ method: 'PUT', operation: 'set-user-or-group-policy', query });
    const ofMember = await create({}, parent);
    expect((await getHere(ofMember)).ContentLength).toBe(7);
  });

  it('is the user that is its parent for conditions', async () => {
    const parent = await user(
      await addPolicy({
        Effect: 'Allow',
        Action: ['s3:GetObject'],
        Resource: ['arn:aws:s3:::*/here'],
        Condition: { StringLike: { 'aws:username': ['u-*'] } },
      }),
    );
    expect((await getHere(await create({}, parent))).ContentLength).toBe(7);
  });

  it('gives no sessions and no keys to keys', async () => {
    const key = await create({}, keys.owner);
    expect(await stsRefusal(assumeRole(server.target, key))).toEqual(DENIED);
    expect(await refusal(add({ targetUser: key.accessKey }))).toEqual({
      status: 400,
      code: 'XMinioIAMServiceAccountNotAllowed',
    });
    const tokened = { ...key, sessionToken: 'a.b.c' };
    expect((await send(server.target, { account: tokened })).code).toBe('InvalidTokenId');
  });

  it('cannot stand in for a user', async () => {
    const { accessKey } = await create({}, keys.owner);
    const secret = { secretKey: 'long-enough', status: 'enabled' };
    const asUser = { method: 'PUT', operation: 'add-user', query: { accessKey }, secret };
    expect(await refusal(asUser)).toEqual({ status: 403, code: 'XMinioInvalidIAMCredentials' });
    const refused = { status: 403, code: 'XMinioIAMActionNotAllowed' };
    const query = { accessKey };
    expect(await refusal({ operation: 'user-info', query })).toEqual(refused);
    expect(await refusal({ method: 'DELETE', operation: 'remove-user', query })).toEqual(refused);
    const disable = { ...query, status: 'disabled' };
    expect(await refusal({ method: 'PUT', operation: 'set-user-status', query: disable })).toEqual(
      refused,
    );
    const body = JSON.stringify({ group: freshName('g'), members: [accessKey], isRemove: false });
    expect(await refusal({ method: 'PUT', operation: 'update-group-members', body })).toEqual(
      refused,
    );
  });
});
