import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityCalls } from '../testing/identity-calls.ts';

const identity = identityCalls();
beforeAll(identity.start);
afterAll(identity.close);
const { send, groupPath, readGroup, newUser, newGroup, freshName } = identity;

const create = (group: string, members: readonly string[] = []) =>
  send('POST', 'groups', { group, members });
const setPolicies = (payload: object, revision?: string) =>
  send('PUT', `set-policy${revision === undefined ? '' : `?revision=${revision}`}`, payload);

describe('groups', () => {
  it('are created with their members, and listed by name [APIB-10, APIB-12]', async () => {
    const [user, empty] = [await newUser(), await newGroup()];
    const group = await newGroup([user]);
    expect((await identity.console().admin.getGroup({ group })).members).toEqual([user]);
    const { body } = await send('GET', 'groups');
    expect(body.groups).toEqual(body.groups.toSorted());
    expect(body.groups).toEqual(expect.arrayContaining([empty, group]));
    expect(body.total).toBe(body.groups.length);
    const part = await send('GET', 'groups?offset=1&limit=1');
    expect(part.body).toEqual({ groups: [body.groups[1]], total: body.total });
  });

  it.each(['team/ops', 'Zürich Süd', 'emoji 🦊', 'a&b?c#d%e+f', '\u202egnp', 'x'.repeat(100)])(
    'may be called %j',
    async (name) => {
      const user = await newUser();
      expect((await create(name, [user])).status).toBe(201);
      expect(await readGroup(name)).toMatchObject({ name, members: [user] });
      expect(
        (await setPolicies({ name: ['readonly'], entityName: name, entityType: 'group' })).status,
      ).toBe(204);
      expect((await send('DELETE', groupPath(name))).status).toBe(204);
      expect((await send('GET', groupPath(name))).status).toBe(404);
    },
  );

  it.each([
    ['no name', { group: '' }, 'group'],
    ["a name with '='", { group: 'cn=ops' }, 'group'],
    ['a name with a comma', { group: 'a,b' }, 'group'],
    ['spaces around the name', { group: ' ops' }, 'group'],
    ['a control character', { group: 'a\u0007' }, 'group'],
    ['a member who is not there', { members: ['no-such-user'] }, 'members'],
  ])('are refused with %s', async (_case, wrong, field) => {
    const wish = { group: freshName('wrong'), members: [], ...wrong };
    const { body } = await send('POST', 'groups', wish);
    expect(body).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
    expect(await identity.console().admin.listGroups()).not.toContain(wish.group);
  });

  it('are not created twice', async () => {
    const [group, user] = [await newGroup(), await newUser()];
    const { body } = await create(group, [user]);
    expect(body).toMatchObject({ code: 409, errorCode: 'GroupExists', field: 'group' });
    expect((await identity.console().admin.getGroup({ group })).members).toEqual([]);
  });
});

describe('one group', () => {
  it('has members, status and policies, which it keeps while disabled [APIB-11]', async () => {
    const user = await newUser();
    const group = await newGroup([user]);
    await identity
      .console()
      .admin.setPolicyForGroup({ group, policies: ['writeonly', 'diagnostics'] });
    const whole = {
      name: group,
      members: [user],
      status: 'enabled',
      policy: 'diagnostics,writeonly',
      revision: expect.any(String),
    };
    expect(await readGroup(group)).toEqual(whole);
    await identity.console().admin.setGroupStatus({ group, status: 'disabled' });
    expect(await readGroup(group)).toEqual({ ...whole, status: 'disabled' });
  });

  it('gets other members and another status [APIB-13]', async () => {
    const [a, b, c] = [await newUser(), await newUser(), await newUser()];
    const group = await newGroup([a, b]);
    const set = (members: readonly string[], status: string) =>
      send('PUT', groupPath(group), { group, members, status });
    const changed = await set([b, c], 'disabled');
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: group, members: [b, c], status: 'disabled' });
    // Removing an empty list of members would remove the group.
    expect((await set([b, c], 'enabled')).body).toMatchObject({ status: 'enabled' });
    expect((await set([], 'enabled')).body).toMatchObject({ members: [] });
    expect(await readGroup(group)).toMatchObject({ members: [] });
    const wrong = await set(['no-such-user'], 'enabled');
    expect(wrong.body).toMatchObject({ code: 400, field: 'members' });
  });

  it('is not changed by who saw an older state', async () => {
    const [group, user] = [await newGroup(), await newUser()];
    const { revision } = await readGroup(group);
    await identity.console().admin.addToGroup({ group, members: [user] });
    const payload = { group, members: [], status: 'enabled' };
    for (const late of [
      await send('PUT', groupPath(group, revision), payload),
      await send('DELETE', groupPath(group, revision)),
      await setPolicies({ name: [], entityName: group, entityType: 'group' }, revision),
    ]) {
      expect(late.body).toMatchObject({ code: 409, errorCode: 'ChangedMeanwhile' });
    }
    expect(await readGroup(group)).toMatchObject({ members: [user] });
  });

  it('is deleted with its memberships [APIB-14]', async () => {
    const user = await newUser();
    const group = await newGroup([user]);
    expect((await send('DELETE', groupPath(group))).status).toBe(204);
    expect((await identity.console().admin.getUser({ accessKey: user })).memberOf).toEqual([]);
    expect((await send('DELETE', groupPath(group))).body).toMatchObject({
      code: 404,
      errorCode: 'NotFound',
      detailedMessage: expect.stringContaining('group'),
    });
  });
});

describe('policies', () => {
  it('are set for a user and for a group, as a whole [APIB-22]', async () => {
    const [user, group] = [await newUser(), await newGroup()];
    for (const [entityType, entityName] of [
      ['user', user],
      ['group', group],
    ] as const) {
      const set = (name: readonly string[]) => setPolicies({ name, entityName, entityType });
      expect((await set(['readonly', 'diagnostics'])).status).toBe(204);
      expect((await set(['writeonly'])).status).toBe(204);
      const found =
        entityType === 'user'
          ? (await identity.console().admin.getUser({ accessKey: user })).policies
          : (await identity.console().admin.getGroup({ group })).policies;
      expect(found).toEqual(['writeonly']);
      expect((await set([])).status).toBe(204);
    }
    expect((await identity.console().admin.getUser({ accessKey: user })).policies).toEqual([]);
    expect((await identity.console().admin.getGroup({ group })).policies).toEqual([]);
  });

  it('have to be there, and so has who gets them', async () => {
    const user = await newUser();
    const set = async (name: string, entityName: string, entityType: string) =>
      (await setPolicies({ name: [name], entityName, entityType })).body;
    expect(await set('no-such-policy', user, 'user')).toMatchObject({ code: 400, field: 'name' });
    expect(await set('readonly', 'nobody', 'user')).toMatchObject({ code: 404 });
    expect(await set('readonly', 'nobody', 'group')).toMatchObject({ code: 404 });
    expect(await set('readonly', user, 'team')).toMatchObject({ code: 400, field: 'entityType' });
  });

  it('are not given to root', async () => {
    const { accessKey: entityName } = identity.console().target;
    const { body } = await setPolicies({ name: ['readonly'], entityName, entityType: 'user' });
    expect(body).toMatchObject({ code: 409, errorCode: 'ManagedElsewhere' });
  });
});
