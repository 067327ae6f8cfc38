import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

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
    expect([response.statusCode, response.body]).toEqual([204, '']);
    await expect
      .poll(async () => (await caller.send({ url: '/api/v1/session' })).statusCode, {
        timeout: 15_000,
      })
      .toBe(200);
  });

  it('is waited for in every session that may do it, until it is done', async () => {
    const permit = (...actions: string[]) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: actions }],
    });
    const saver = await test.logIn();
    const [other, bystander] = await Promise.all(
      [
        await test.addUser('restarter', permit('admin:ServiceRestart', 'admin:ServerInfo')),
        await test.addUser('bystander', permit('admin:ServerInfo')),
      ].map((keys) => test.logIn(keys)),
    );
    const needed = async (caller: TestCaller | undefined) =>
      (await caller?.send({ url: '/api/v1/session' }))?.json().restartNeeded;
    const set = (name: string, key: string, value: string) =>
      saver.send({
        ...{ method: 'PUT', url: `/api/v1/configs/${name}` },
        payload: { key_values: [{ key, value }] },
      });

    expect((await set('api', 'requests_max', '77')).json()).toEqual({ restart: false });
    expect(await Promise.all([saver, other, bystander].map(needed))).toEqual([
      ...[false, false, undefined],
    ]);
    expect((await set('region', 'name', 'eu-south-7')).json()).toEqual({ restart: true });
    expect(await Promise.all([saver, other, bystander].map(needed))).toEqual([
      ...[true, true, undefined],
    ]);
    expect((await saver.send(restart)).statusCode).toBe(204);
    expect(await Promise.all([saver, other].map(needed))).toEqual([false, false]);
  });
});
