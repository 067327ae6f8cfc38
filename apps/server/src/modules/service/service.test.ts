import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
});
afterAll(() => test.close());

const restart = { method: 'POST', url: '/api/v1/service/restart', payload: {} } as const;

describe('restarting the storage server', () => {
  it('is refused to those who may not, and the action is named', async () => {
    const keys = await test.addUser('no-restart', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const caller = await test.logIn(keys);
    const response = await caller.send(restart);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage: 'The storage server refuses admin:ServiceRestart to this account.',
    });
  });

  it('is done by the server, and the session goes on after it [API-07] [APIB-31]', async () => {
    const caller = await test.logIn();
    const response = await caller.send(restart);
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    await expect
      .poll(async () => (await caller.send({ url: '/api/v1/session' })).statusCode, {
        timeout: 15_000,
      })
      .toBe(200);
  });
});
