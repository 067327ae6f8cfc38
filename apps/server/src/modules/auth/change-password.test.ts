import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let made = 0;

beforeAll(async () => {
  test = await startTestConsole();
});
afterAll(() => test.close());

const NEW_SECRET = 'a-new-secret-of-mine';

async function newAccount() {
  return test.addUser(`owner-${++made}`, {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
  });
}

const change = (caller: TestCaller, current: string, next = NEW_SECRET) =>
  caller.send({
    method: 'POST',
    url: '/api/v1/account/change-password',
    payload: { current_secret_key: current, new_secret_key: next },
  });

const buckets = async (caller: TestCaller) =>
  (await caller.send({ url: '/api/v1/buckets' })).statusCode;

describe('the own password', () => {
  it('is changed; this session goes on and the others end [APIB-08]', async () => {
    const keys = await newAccount();
    const [here, elsewhere] = [await test.logIn(keys), await test.logIn(keys)];
    const response = await change(here, keys.secretKey);
    expect([response.statusCode, response.body]).toEqual([201, '']);
    expect(await buckets(here)).toBe(200);
    expect(await buckets(elsewhere)).toBe(401);
    await expect(test.logIn(keys)).rejects.toThrow();
    await expect(test.logIn({ ...keys, secretKey: NEW_SECRET })).resolves.toBeDefined();
    const events = await test.events.latest(10);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'password.changed', account: keys.accessKey }),
    );
  });

  it('is kept for the renewal of a session that stays signed in', async () => {
    const keys = await newAccount();
    const login = await test.anonymous.send({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'x-stowage-token': '' },
      payload: { ...keys, keepSignedIn: true },
    });
    const [cookie] = login.cookies;
    const headers = {
      cookie: `${cookie?.name}=${cookie?.value}`,
      'x-stowage-token': login.json().sessionId,
    };
    const payload = { current_secret_key: keys.secretKey, new_secret_key: NEW_SECRET };
    const url = '/api/v1/account/change-password';
    expect((await test.anonymous.send({ method: 'POST', url, headers, payload })).statusCode).toBe(
      201,
    );
    // After the temporary credentials have expired: they are renewed with the new password.
    test.clock.offset = 3590 * 1000;
    try {
      const later = await test.anonymous.send({ url: '/api/v1/session', headers });
      expect(later.statusCode).toBe(200);
    } finally {
      test.clock.offset = 0;
    }
  });

  it('is not changed with a wrong one, which ends no session and is noted', async () => {
    const keys = await newAccount();
    const caller = await test.logIn(keys);
    const response = await change(caller, 'not-my-password');
    expect(response.json()).toMatchObject({
      code: 400,
      errorCode: 'WrongPassword',
      field: 'current_secret_key',
    });
    expect(await buckets(caller)).toBe(200);
    await expect(test.logIn(keys)).resolves.toBeDefined();
    expect(await test.events.latest(10)).toContainEqual(
      expect.objectContaining({ event: 'password.refused', account: keys.accessKey }),
    );
  });

  it('has at least 8 characters, and the present one is asked for [PASSWD-08]', async () => {
    const keys = await newAccount();
    const caller = await test.logIn(keys);
    expect((await change(caller, keys.secretKey, 'seven77')).json()).toMatchObject({
      code: 400,
      field: 'new_secret_key',
    });
    expect((await change(caller, '')).json()).toMatchObject({ field: 'current_secret_key' });
    await expect(test.logIn(keys)).resolves.toBeDefined();
  });

  it('of the root account is not changed here, and the answer says where it is', async () => {
    const caller = await test.logIn();
    const response = await change(caller, test.target.secretKey);
    expect(response.json()).toMatchObject({
      code: 409,
      errorCode: 'ManagedElsewhere',
      detailedMessage:
        'The password of the root account is set where the storage server is started.',
    });
    expect(await buckets(caller)).toBe(200);
  });

  it('is in no line of the log', () => {
    const said = test.log.join('');
    for (const secret of [NEW_SECRET, 'not-my-password', '-secret-key']) {
      expect(said).not.toContain(secret);
    }
  });
});
