import { assumeRole } from '@stowage/storage-client/sts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startTestConsole();
});
afterAll(() => console_.close());

const logIn = (payload: object) =>
  console_.anonymous.send({ method: 'POST', url: '/api/v1/login', payload });

const temporary = async () => {
  const { target } = console_;
  return assumeRole({ ...target, durationSeconds: 900 });
};

it('temporary keys log in with their token, and the session ends with them', async () => {
  const { expiresAt: _, ...keys } = await temporary();
  const caller = await console_.logIn(keys);
  const session = (await caller.send({ url: '/api/v1/session' })).json();
  expect(session.endsIn).toBeGreaterThan(800);
  expect(session.endsIn).toBeLessThanOrEqual(900);
  console_.clock.offset = 901_000;
  expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  console_.clock.offset = 0;
});

it('temporary keys do not log in without their token, or with another one', async () => {
  const { expiresAt: _, sessionToken, ...keys } = await temporary();
  expect((await logIn(keys)).json().errorCode).toBe('InvalidLogin');
  const wrong = { ...keys, sessionToken: `${sessionToken.slice(0, -8)}AAAAAAAA` };
  expect((await logIn(wrong)).json().errorCode).toBe('InvalidLogin');
});

it('the keys of a service account log in, also where its policy lists nothing', async () => {
  for (const action of ['s3:*', 's3:GetObject']) {
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: action, Resource: 'arn:aws:s3:::*' }],
    };
    const { accessKey, secretKey } = await console_.admin.addServiceAccount({
      policy: JSON.stringify(policy),
    });
    const caller = await console_.logIn({ accessKey, secretKey });
    expect((await caller.send({ url: '/api/v1/session' })).json()).toMatchObject({ status: 'ok' });
    const wrong = await logIn({ accessKey, secretKey: `${secretKey}x` });
    expect(wrong.json().errorCode).toBe('InvalidLogin');
  }
});
