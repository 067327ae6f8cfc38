import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { DENIED, READ_HERE, useAccessKeys } from './support/access-keys.ts';
import type { AdminCall } from './support/admin.ts';
import { adminSend } from './support/admin.ts';
import { send } from './support/raw-request.ts';
import type { Account } from './support/server.ts';
import { failure, useServer } from './support/server.ts';
import { assumeRole } from './support/sts.ts';

const server = useServer();
const keys = useAccessKeys(server);
const { by, call, refusal, user, addPolicy, add, create, change, remove, info, putNew } = keys;

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('who may', () => {
  it('make keys: everybody for themselves, unless it is denied', async () => {
    const reader = await user('readonly');
    const denied = await user(
      await addPolicy(
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Deny', Action: ['admin:CreateServiceAccount'] },
      ),
    );
    await create({}, reader);
    await create({ targetUser: reader.accessKey }, reader);
    expect(await refusal(add({ targetUser: keys.owner.accessKey }, reader))).toEqual(DENIED);
    expect(await refusal(add({}, denied))).toEqual(DENIED);
    expect(await refusal(add({}, await user()))).toEqual(DENIED);
  });

  it('make keys for others: those with the right to it', async () => {
    const maker = await user(
      await addPolicy({ Effect: 'Allow', Action: ['admin:CreateServiceAccount'] }),
    );
    const key = await create({ targetUser: keys.owner.accessKey }, maker);
    await putNew(key);
    expect(await call(info(key.accessKey))).toMatchObject({ parentUser: keys.owner.accessKey });
  });

  it('make keys that live as long as a condition allows', async () => {
    const maker = await user(
      await addPolicy(
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        {
          Effect: 'Deny',
          Action: ['admin:CreateServiceAccount'],
          Condition: { NumericGreaterThan: { 'svc:DurationSeconds': '7200' } },
        },
      ),
    );
    await create({ expiration: later(60) }, maker);
    expect(await refusal(add({ expiration: later(180) }, maker))).toEqual(DENIED);
  });

  it('see, change and delete keys: their owners in part, administrators all', async () => {
    const reader = await user('readonly');
    const key = await create({}, reader);
    expect(await call(info(key.accessKey, reader))).toMatchObject({ impliedPolicy: true });
    expect(await call(info(key.accessKey, key))).toMatchObject({ impliedPolicy: true });
    expect(await refusal(info(key.accessKey, keys.owner))).toEqual(DENIED);
    expect(await refusal(change(key.accessKey, { newStatus: 'off' }, reader))).toEqual(DENIED);
    expect(await refusal(change(key.accessKey, { newStatus: 'off' }, keys.owner))).toEqual(DENIED);
    const hidden = { status: 404, code: 'XMinioInvalidIAMCredentials' };
    expect(await refusal(remove(key.accessKey, keys.owner))).toEqual(hidden);
    expect((await adminSend(server.target, remove(key.accessKey, reader))).status).toBe(204);
  });
});

describe('access keys', () => {
  it('are listed for a user', async () => {
    const parent = await user('readonly');
    const plain = await create({ name: 'plain' }, parent);
    const bound = await create({ policy: READ_HERE, expiration: later(60) }, parent);
    const list = (account: Account, name = '') =>
      call({ operation: 'list-service-accounts', query: { user: name }, account });
    const expected = expect.arrayContaining([
      expect.objectContaining({
        parentUser: parent.accessKey,
        accessKey: plain.accessKey,
        accountStatus: 'on',
        impliedPolicy: true,
        name: 'plain',
        expiration: expect.stringMatching(/^1970-01-01T00:00:00/),
      }),
      expect.objectContaining({ accessKey: bound.accessKey, impliedPolicy: false }),
    ]);
    expect(await list(parent)).toEqual({ accounts: expected });
    expect(await list(plain)).toEqual({ accounts: expected });
    expect(await list(server.target, parent.accessKey)).toEqual({ accounts: expected });
    const others = { operation: 'list-service-accounts', query: { user: parent.accessKey } };
    expect(await refusal({ ...others, account: keys.owner })).toEqual(DENIED);
  });

  it('are listed for many, by kind', async () => {
    const parent = await user('readonly');
    const key = await create({}, parent);
    const session = await assumeRole(server.target, parent);
    const list = async (query: Record<string, string>, account?: Account) =>
      Object(
        await call({
          operation: 'list-access-keys-bulk',
          query,
          ...by(account),
        }),
      );
    const own = await list({ listType: 'all' }, parent);
    expect(Object.keys(own)).toEqual([parent.accessKey]);
    const names = (entries: readonly { accessKey: string }[] | null) =>
      (entries ?? []).map(({ accessKey }) => accessKey);
    expect(names(own[parent.accessKey].serviceAccounts)).toEqual([key.accessKey]);
    expect(names(own[parent.accessKey].stsKeys)).toEqual([session.accessKey]);
    const everybody = await list({ listType: 'svcacc-only', all: 'true' });
    expect(names(everybody[parent.accessKey].serviceAccounts)).toEqual([key.accessKey]);
    expect(names(everybody[parent.accessKey].stsKeys)).toEqual([]);
    const users = { users: parent.accessKey };
    const sessions = await list({ listType: 'sts-only', ...users });
    expect(names(sessions[parent.accessKey].stsKeys)).toEqual([session.accessKey]);
    expect(Object.keys(await list({ listType: 'users-only', ...users }))).toEqual([
      parent.accessKey,
    ]);
    expect(await list({ listType: 'sts-only', users: 'nobody-at-all' })).toEqual({});
    const refused = (query: Record<string, string>, account: Account) =>
      refusal({ operation: 'list-access-keys-bulk', query, account });
    expect(await refused({ listType: 'all', all: 'true' }, parent)).toEqual(DENIED);
    expect(await refused({ listType: 'all', ...users }, keys.owner)).toEqual(DENIED);
    expect(await refused({ listType: 'odd' }, parent)).toMatchObject({ status: 400 });
  });

  it('are described, whichever kind they are', async () => {
    const parent = await user('readonly');
    const key = await create({ policy: READ_HERE }, parent);
    const session = await assumeRole(server.target, parent);
    const describeKey = (accessKey: string, account?: Account): AdminCall => ({
      operation: 'info-access-key',
      query: { accessKey },
      ...by(account),
    });
    expect(await call(describeKey(key.accessKey, parent))).toMatchObject({
      AccessKey: key.accessKey,
      parentUser: parent.accessKey,
      userType: 'Service Account',
      userProvider: 'builtin',
      impliedPolicy: false,
    });
    expect(await call(describeKey(session.accessKey))).toMatchObject({
      userType: 'STS',
      parentUser: parent.accessKey,
      impliedPolicy: true,
    });
    expect(await call(describeKey('', key))).toMatchObject({ AccessKey: key.accessKey });
    expect(await refusal(describeKey(key.accessKey, keys.owner))).toEqual(DENIED);
    const none = { status: 404, code: 'XMinioAdminNoSuchAccessKey' };
    expect(await refusal(describeKey('no-such-key'))).toEqual(none);
    expect(await refusal(describeKey(parent.accessKey))).toEqual(none);
    const temporary = { operation: 'temporary-account-info' };
    expect(await call({ ...temporary, query: { accessKey: session.accessKey } })).toMatchObject({
      parentUser: parent.accessKey,
      impliedPolicy: true,
    });
    const asParent = { ...temporary, query: { accessKey: session.accessKey }, account: parent };
    expect(await refusal(asParent)).toEqual(DENIED);
  });
});

describe('sessions', () => {
  const revoke = (query: Record<string, string>, account?: Account): AdminCall => ({
    method: 'POST',
    operation: 'revoke-tokens/builtin',
    query,
    ...by(account),
  });
  /** Assumes a role with a token type, which the SDK does not support. */
  const assumeTyped = async (account: Account, type: string): Promise<Account> => {
    const form = { Action: 'AssumeRole', Version: '2011-06-15', TokenRevokeType: type };
    const { body } = await send(server.target, {
      method: 'POST',
      path: '/',
      service: 'sts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      account,
    });
    const read = (name: string) =>
      new RegExp(`<${name}>([^<]*)</${name}>`).exec(body.toString('utf8'))?.[1] ?? '';
    return {
      accessKey: read('AccessKeyId'),
      secretKey: read('SecretAccessKey'),
      sessionToken: read('SessionToken'),
    };
  };
  const buckets = (account: Account) => server.client(account).send(new ListBucketsCommand({}));

  it('are revoked all, or by their type', async () => {
    const parent = await user('readonly');
    const plain = await assumeRole(server.target, parent);
    const typed = await assumeTyped(parent, 'app');
    for (const session of [plain, typed]) await buckets(session);
    await adminSend(server.target, revoke({ user: parent.accessKey, tokenRevokeType: 'app' }));
    expect(await failure(buckets(typed))).toMatchObject({ status: 403 });
    await buckets(plain);
    await adminSend(server.target, revoke({ user: parent.accessKey, fullRevoke: 'true' }, parent));
    expect(await failure(buckets(plain))).toMatchObject({ status: 403 });
    await buckets(await assumeRole(server.target, parent));
  });

  it('are not revoked by other users, nor without saying which', async () => {
    const parent = await user('readonly');
    const { accessKey } = keys.owner;
    expect(await refusal(revoke({ user: accessKey, fullRevoke: 'true' }, parent))).toEqual(DENIED);
    expect(await refusal(revoke({ user: accessKey }))).toMatchObject({ status: 400 });
    expect(await refusal(revoke({}, parent))).toEqual({ status: 400, code: 'InvalidArgument' });
  });
});
