import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityCalls, SECRET } from '../testing/identity-calls.ts';

const identity = identityCalls();
beforeAll(identity.start);
afterAll(identity.close);
const { send, userPath, readUser, newUser, newGroup } = identity;

describe("another user's password", () => {
  const change = (selectedUser: string, newSecretKey: string) =>
    send('POST', 'account/change-user-password', { selectedUser, newSecretKey });

  it('is changed, and the user keeps everything else [APIB-09]', async () => {
    const group = await newGroup();
    const name = await newUser({ groups: [group], policies: ['readonly'] });
    const before = await readUser(name);
    expect((await change(name, 'another-secret')).status).toBe(201);
    expect(await readUser(name)).toEqual(before);
    await expect(
      identity.console().logIn({ accessKey: name, secretKey: SECRET }),
    ).rejects.toThrow();
    const caller = await identity.console().logIn({ accessKey: name, secretKey: 'another-secret' });
    expect(caller).toBeDefined();
  });

  it('enables nobody who is disabled', async () => {
    const name = await newUser();
    await identity.console().admin.setUserStatus({ accessKey: name, status: 'disabled' });
    await change(name, 'another-secret');
    expect(await readUser(name)).toMatchObject({ status: 'disabled' });
  });

  it('makes no user, and has at least 8 characters [PASSWD-08]', async () => {
    expect((await change('no-such-user', 'another-secret')).body).toMatchObject({ code: 404 });
    expect((await send('GET', userPath('no-such-user'))).status).toBe(404);
    const name = await newUser();
    expect((await change(name, 'seven77')).body).toMatchObject({ field: 'newSecretKey' });
    expect((await change(name, 'eight888')).status).toBe(201);
  });

  it('is not the own one', async () => {
    expect(
      (await change(identity.console().target.accessKey, 'another-secret')).body,
    ).toMatchObject({
      code: 400,
      field: 'selectedUser',
    });
  });

  it('is in no line of the log and in no answer', async () => {
    const name = await newUser();
    const answers = [
      await change(name, 'never-to-be-seen-1'),
      await change('x', 'never-to-be-seen-2'),
    ];
    const said = JSON.stringify(answers) + identity.console().log.join('');
    expect(said).not.toContain('never-to-be-seen');
    expect(said).not.toContain(SECRET);
  });
});
