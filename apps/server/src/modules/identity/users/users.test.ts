import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityCalls, SECRET } from '../testing/identity-calls.ts';

const identity = identityCalls();
beforeAll(identity.start);
afterAll(identity.close);
const { send, userPath, readUser, newUser, newGroup, actor, freshName, callsOf } = identity;

describe('the list of users', () => {
  it('is ordered, with groups and policies, and comes in parts [APIB-16]', async () => {
    const names = [await newUser({ policies: ['readonly'] }), await newUser()];
    const { body } = await send('GET', 'users');
    const listed = body.users.map((user: { accessKey: string }) => user.accessKey);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(names));
    expect(body.total).toBe(listed.length);
    expect(body.users).toContainEqual({
      accessKey: names[0],
      status: 'enabled',
      memberOf: [],
      policy: ['readonly'],
    });
    const part = await send('GET', 'users?offset=1&limit=2');
    expect(part.body.users).toEqual(body.users.slice(1, 3));
    expect(part.body.total).toBe(body.total);
  });

  it('is one call to the storage server', async () => {
    expect(await callsOf(() => send('GET', 'users'))).toBe(1);
  });

  it('is for those who may list users', async () => {
    const reader = await actor('admin:GetUser');
    expect((await send('GET', 'users', undefined, reader)).body).toMatchObject({
      code: 403,
      detailedMessage: 'The storage server refuses admin:ListUsers to this account.',
    });
  });
});

describe('one user', () => {
  it('has status, groups, policies, and whether it has a policy at all [APIB-17]', async () => {
    const name = await newUser();
    expect(await readUser(name)).toEqual({
      accessKey: name,
      status: 'enabled',
      memberOf: [],
      policy: [],
      hasPolicy: false,
      revision: expect.any(String),
    });
    const group = await newGroup([name]);
    expect(await readUser(name)).toMatchObject({ memberOf: [group], hasPolicy: false });
    await identity.console().admin.setPolicyForGroup({ group, policies: ['readonly'] });
    expect(await readUser(name)).toMatchObject({ policy: [], hasPolicy: true });
  });

  it('is not found when somebody else has deleted it', async () => {
    for (const [method, payload] of [
      ['GET', undefined],
      ['PUT', { status: 'disabled' }],
      ['DELETE', { id: 'gone-user' }],
    ] as const) {
      const { status, body } = await send(method, userPath('gone-user'), payload);
      expect([method, status, body?.errorCode]).toEqual([method, 404, 'NotFound']);
    }
  });
});

describe('changing a user', () => {
  it('changes what is sent and leaves the rest [APIB-19]', async () => {
    const [kept, left, joined] = [await newGroup(), await newGroup(), await newGroup()];
    const name = await newUser({ groups: [kept, left], policies: ['readonly'] });
    const grouped = await send('PUT', userPath(name), { groups: [kept, joined] });
    expect(grouped.status).toBe(200);
    expect(grouped.body).toMatchObject({
      status: 'enabled',
      memberOf: [kept, joined].toSorted(),
      policy: ['readonly'],
    });
    const edited = await send('PUT', userPath(name), {
      status: 'disabled',
      groups: [kept],
      policies: ['writeonly', 'diagnostics'],
    });
    expect(edited.body).toMatchObject({
      status: 'disabled',
      memberOf: [kept],
      policy: ['diagnostics', 'writeonly'],
    });
    expect(await identity.console().admin.listGroups()).toEqual(
      expect.arrayContaining([left, joined]),
    );
  });

  it('disables and enables [USERS-32]', async () => {
    const name = await newUser();
    const set = async (status: string) =>
      (await send('PUT', userPath(name), { status })).body.status;
    expect(await set('disabled')).toBe('disabled');
    await expect(
      identity.console().logIn({ accessKey: name, secretKey: SECRET }),
    ).rejects.toThrow();
    expect(await set('enabled')).toBe('enabled');
    await expect(
      identity.console().logIn({ accessKey: name, secretKey: SECRET }),
    ).resolves.toBeDefined();
  });

  it('is refused where somebody else was faster', async () => {
    const name = await newUser();
    const { revision } = await readUser(name);
    await identity.console().admin.setPolicyForUser({ accessKey: name, policies: ['readonly'] });
    const late = await send('PUT', userPath(name, revision), { policies: [] });
    expect(late.body).toMatchObject({ code: 409, errorCode: 'ChangedMeanwhile' });
    expect(await readUser(name)).toMatchObject({ policy: ['readonly'] });
  });

  it('is not what makes a group', async () => {
    const name = await newUser();
    const refused = await send('PUT', userPath(name), { groups: ['no-such-group'] });
    expect(refused.body).toMatchObject({ errorCode: 'InvalidInput', field: 'groups' });
    expect(await identity.console().admin.listGroups()).not.toContain('no-such-group');
  });

  it('says what was done when it ends half-way', async () => {
    const helper = await actor('admin:GetUser', 'admin:ListGroups', 'admin:AddUserToGroup');
    const [name, group] = [await newUser(), await newGroup()];
    const wish = { groups: [group], policies: ['readonly'] };
    const refused = await send('PUT', userPath(name), wish, helper);
    expect(refused.body).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
    expect(refused.body.detailedMessage).toContain('admin:AttachUserOrGroupPolicy');
    expect(refused.body.detailedMessage).toContain(`'${group}' has the new members`);
  });
});

describe('the own account', () => {
  async function administrator() {
    const keys = await identity.console().addUser(freshName('boss'), {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['admin:*'] }],
    });
    return { name: keys.accessKey, caller: await identity.console().logIn(keys) };
  }

  it('is not disabled or deleted by itself, whatever the storage server would do', async () => {
    const { name, caller } = await administrator();
    const disabled = await send('PUT', userPath(name), { status: 'disabled' }, caller);
    const deleted = await send('DELETE', userPath(name), { id: name }, caller);
    for (const { body } of [disabled, deleted]) {
      expect(body).toMatchObject({ code: 409, errorCode: 'OwnAccount' });
    }
    expect(await readUser(name)).toMatchObject({ status: 'enabled' });
  });

  it('may join groups', async () => {
    const { name, caller } = await administrator();
    const group = await newGroup();
    const { body } = await send('PUT', userPath(name), { groups: [group] }, caller);
    expect(body).toMatchObject({ memberOf: [group] });
  });
});

describe('deleting a user', () => {
  it('takes it out of its groups as well [APIB-20]', async () => {
    const name = await newUser();
    const group = await newGroup([name]);
    expect(await send('DELETE', userPath(name), { id: name })).toEqual({
      status: 204,
      body: undefined,
    });
    expect((await identity.console().admin.getGroup({ group })).members).toEqual([]);
  });

  it('is refused where the body names another', async () => {
    const name = await newUser();
    const refused = await send('DELETE', userPath(name), { id: 'another' });
    expect(refused.body).toMatchObject({ errorCode: 'InvalidInput', field: 'id' });
    expect(await readUser(name)).toMatchObject({ accessKey: name });
  });
});

describe('adding users to groups', () => {
  const add = (groups: readonly string[], users: readonly string[]) =>
    send('PUT', 'users-groups-bulk', { groups, users });

  it('adds all of them to each, in one call a group [APIB-21]', async () => {
    const groups = [await newGroup(), await newGroup()];
    const users = [await newUser(), await newUser(), await newUser()];
    const calls = await callsOf(async () => {
      expect((await add(groups, users)).status).toBe(200);
    });
    expect(calls).toBe(groups.length + 1);
    for (const group of groups) {
      expect((await identity.console().admin.getGroup({ group })).members.toSorted()).toEqual(
        users.toSorted(),
      );
    }
  });

  it('needs at least one of each', async () => {
    const name = await newUser();
    expect((await add([], [name])).body).toMatchObject({ code: 400, field: 'groups' });
    expect((await add([await newGroup()], [])).body).toMatchObject({ code: 400, field: 'users' });
  });

  it('says which is not there', async () => {
    const [name, group] = [await newUser(), await newGroup()];
    expect((await add(['no-such-group'], [name])).body).toMatchObject({
      ...{ code: 400, field: 'groups' },
      detailedMessage: "There is no group 'no-such-group'.",
    });
    expect((await add([group], [name, 'no-such-user'])).body).toMatchObject({
      ...{ code: 400, field: 'users' },
    });
  });
});
