import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityCalls, SECRET } from '../testing/identity-calls.ts';

const identity = identityCalls();
beforeAll(identity.start);
afterAll(identity.close);
const { send, userPath, createUser, newUser, newGroup, actor, freshName } = identity;

describe('creating a user', () => {
  it('sets its groups and policies with it [APIB-18]', async () => {
    const group = await newGroup();
    const name = freshName('user');
    const { status, body } = await createUser(name, { groups: [group], policies: ['readonly'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      accessKey: name,
      status: 'enabled',
      memberOf: [group],
      policy: ['readonly'],
      hasPolicy: true,
    });
    await expect(
      identity.console().logIn({ accessKey: name, secretKey: SECRET }),
    ).resolves.toBeDefined();
  });

  it.each(['team/ops/Ñ', 'per%cent+plus&amp?#', '\u202egnp 🦊'])(
    'takes the name %j, and everything else does too',
    async (name) => {
      const group = await newGroup();
      expect((await createUser(name)).status).toBe(201);
      const changed = await send('PUT', userPath(name), { groups: [group], status: 'disabled' });
      expect(changed.body).toMatchObject({
        accessKey: name,
        memberOf: [group],
        status: 'disabled',
      });
      expect((await send('DELETE', userPath(name), { id: name })).status).toBe(204);
      expect((await send('GET', userPath(name))).status).toBe(404);
    },
  );

  it.each([
    ['no access key', { accessKey: '' }, 'accessKey'],
    ['a short access key', { accessKey: 'ab' }, 'accessKey'],
    ["an access key with '='", { accessKey: 'uid=me' }, 'accessKey'],
    ['an access key with a comma', { accessKey: 'me,you' }, 'accessKey'],
    ['spaces around the access key', { accessKey: ' me ' }, 'accessKey'],
    ['a control character', { accessKey: 'a\u0000bc' }, 'accessKey'],
    ['no secret key', { secretKey: '' }, 'secretKey'],
    ['a short secret key', { secretKey: 'seven77' }, 'secretKey'],
    ['a group that is not there', { groups: ['no-such-group'] }, 'groups'],
    ['a policy that is not there', { policies: ['no-such-policy'] }, 'policies'],
  ])('is refused with %s, and nothing is made', async (_case, wrong, field) => {
    const wish = { accessKey: freshName('user'), secretKey: SECRET, ...wrong };
    const refused = await send('POST', 'users', wish);
    expect(refused.body).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
    expect(refused.body.detailedMessage).not.toBe('');
    expect(JSON.stringify(refused.body)).not.toContain(SECRET);
    if (wish.accessKey !== '') {
      expect((await send('GET', userPath(wish.accessKey))).status).toBe(404);
    }
    expect(await identity.console().admin.listGroups()).not.toContain('no-such-group');
  });

  it('never changes the password of a user who is there already', async () => {
    const name = await newUser();
    const again = await createUser(name, { secretKey: 'another-secret' });
    expect(again.body).toMatchObject({ code: 409, errorCode: 'UserExists', field: 'accessKey' });
    await expect(
      identity.console().logIn({ accessKey: name, secretKey: SECRET }),
    ).resolves.toBeDefined();
  });

  it('does not take the name of the root account', async () => {
    const refused = await createUser(identity.console().target.accessKey);
    expect(refused.body).toMatchObject({ errorCode: 'UserExists', field: 'accessKey' });
  });

  it('names the right that is missing, and leaves no user without its policies', async () => {
    const maker = await actor('admin:CreateUser', 'admin:GetUser', 'admin:DeleteUser');
    const name = freshName('user');
    const refused = await createUser(name, { policies: ['readonly'] }, maker);
    expect(refused.body).toMatchObject({
      code: 403,
      errorCode: 'AccessDenied',
      detailedMessage: expect.stringContaining('admin:AttachUserOrGroupPolicy'),
    });
    expect((await send('GET', userPath(name))).status).toBe(404);
    expect((await createUser(name, {}, maker)).status).toBe(201);
  });
});
