import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  await expect(
    test.logIn({ accessKey: 'mallory', secretKey: 'a-wrong-password' }),
  ).rejects.toThrow();
  root = await test.logIn();
});
afterAll(() => test.close());

const list = (query = '', caller = root) => caller.send({ url: `/api/v1/security-log${query}` });

describe('the security log', () => {
  it('tells of logins and refused ones, the newest first', async () => {
    const { events } = (await list()).json();
    expect(events).toMatchObject([
      { event: 'login.succeeded', account: test.target.accessKey, address: '127.0.0.1' },
      { event: 'login.failed', account: 'mallory', address: '127.0.0.1' },
    ]);
    expect(Date.parse(events[0].at)).toBeGreaterThan(0);
  });

  it('is narrowed by account and event, and goes on page by page', async () => {
    const failed = (await list('?event=login.failed&account=MALL')).json();
    expect(failed.events).toMatchObject([{ account: 'mallory' }]);
    expect(failed.next).toBeUndefined();
    const first = (await list('?limit=1')).json();
    expect(first.next).toBe(first.events[0].id);
    const second = (await list(`?limit=1&before=${first.next}`)).json();
    expect(second.events).toMatchObject([{ event: 'login.failed' }]);
    expect(second.next).toBeUndefined();
  });

  it.each([
    ['event=nothing', 'event'],
    ['before=x', 'before'],
    ['account=%00', 'account'],
    ['limit=1001', 'limit'],
  ])('names the field of %s, which it refuses', async (query, field) => {
    const answer = await list(`?${query}`);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  it('is for those who may list users', async () => {
    const keys = await test.addUser('looker', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const looker = await test.logIn(keys);
    const answer = await list('', looker);
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'AccessDenied']);
    const session = (await looker.send({ url: '/api/v1/session' })).json();
    expect(session.pages).not.toContain('/tools/security-log');
  });
});
